import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const MATCH = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 3, points: 'ifpa' }
const NAMES = ['ann', 'bob', 'cleo'] as const

let site: Site
let browser: Browser
let director: Player
const players = new Map<string, Player>()
let machines: string[]

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  for (const name of NAMES) players.set(name, await signUp(site.endpoint, name))
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  machines = [await director.findMachine('attack from mars'), await director.findMachine('medieval madness')]
})
afterAll(async () => {
  for (const player of [director, ...players.values()]) await player?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

async function newEvent(more: object = {}): Promise<string> {
  const _id = v7()
  const span = { startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + 2 * HOUR) }
  await director.call('events.add', { _id, name: 'Thursday pins', ...span, format: MATCH, machineIds: machines, ...more })
  return _id
}

/** Adds two guests and draws a round of them. */
async function drawGuests(eventId: string): Promise<void> {
  const entries = ['Gus', 'Gia'].map(displayName => ({ _id: v7(), displayName }))
  await director.call('events.addPlayers', { eventId, entries })
  await director.call('events.draw', { _id: v7(), eventId })
}

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()

/** Enters the result of the only group: Gia before Gus. */
async function enterResult(page: Page): Promise<void> {
  await press(page, 'Enter result')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Gia/ }).click()
  await press(page, 'Confirm result')
  await dialog.waitFor({ state: 'hidden' })
}

const eventPart = async (page: Page, name: string): Promise<void> => {
  await page.locator('label', { has: page.getByRole('radio', { name, exact: true }) }).click()
}

it('a director lets a player keep the scores, who then enters results but draws nothing', async () => {
  const eventId = await newEvent()
  await drawGuests(eventId)
  const { page, problems } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}?show=direct` })
  await eventPart(page, 'Event')
  await press(page, 'Add helper')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Player' }).fill('ann')
  await page.getByRole('option', { name: /^ann/ }).click()
  expect(await findAccessibilityProblemsInBothThemes(page, 'adding a helper')).toEqual([])
  await dialog.getByRole('button', { name: 'Add helper' }).click()
  await page.getByRole('list', { name: 'Helpers' }).getByText('Scorekeeper').waitFor()

  const helper = await openSignedIn(browser, site, 'ann', { ...PHONE, path: `/events/${eventId}` })
  await enterResult(helper.page)
  await helper.page.getByRole('link', { name: 'Manage', exact: true }).click()
  await helper.page.getByText('2 here').waitFor()
  expect(await helper.page.getByRole('radio', { name: 'Rounds' }).count()).toBe(0)
  expect(await helper.page.getByRole('button', { name: /Start round/ }).count()).toBe(0)

  await press(page, 'Remove helper: ann')
  await page.getByRole('list', { name: 'Helpers' }).waitFor({ state: 'detached' })
  await helper.page.getByRole('link', { name: 'Manage', exact: true }).waitFor({ state: 'detached' })
  expect([...problems, ...helper.problems]).toEqual([])
  for (const { context } of [{ context: page.context() }, { context: helper.page.context() }]) await context.close()
})

it('a device keeps the scores of a private group’s event by a link, without an account, until the director ends it', async () => {
  const groupId = v7()
  await director.call('groups.add', { _id: groupId, name: 'Home league', visibility: 'private' })
  const eventId = await newEvent({ groupId })
  await drawGuests(eventId)
  const desk = await openSignedIn(browser, site, 'dora', { path: `/events/${eventId}?show=direct` })
  await eventPart(desk.page, 'Event')
  await press(desk.page, 'Link a device')
  await desk.page.getByRole('img', { name: 'Keep scores at Thursday pins' }).waitFor()
  await desk.page.keyboard.press('Escape')
  await desk.page.getByText('Not opened yet').waitFor()

  // The address in the code can only be read by a camera, so the test asks for another.
  const { url } = await director.call('events.deviceLink', { _id: v7(), eventId })
  const device = await openPage(browser, PHONE)
  const { page } = device
  await page.goto(url)
  await waitUntilLive(device)
  await enterResult(page)
  expect(new URL(page.url()).hash).toBe('')
  await press(page, /^Sit out.*Gus/)
  await page.getByText('1 here').waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'the page of a device')).toEqual([])
  await page.reload()
  await waitUntilLive(device)
  await page.getByText('1 here').waitFor()

  const other = await openPage(browser, PHONE)
  await other.page.goto(url)
  await other.page.getByText('This link was already opened on another device.').waitFor()
  const endLink = desk.page.getByRole('button', { name: /^Unlink device: (?!Not opened)/ })
  await endLink.click()
  await endLink.waitFor({ state: 'detached' })
  await page.getByText('This link is no longer valid. Ask the director for a new one.').waitFor()
  expect(await page.getByText('Gus').count()).toBe(0)
  expect((await fetch(`${site.url}/events/${eventId}`)).status).toBe(404)
  // The server renders no page of a private group, and answers that there is none.
  const problems = desk.problems.filter(line => !line.includes('status of 404'))
  expect([...problems, ...device.problems]).toEqual([])
  for (const each of [desk, device, other]) await each.page.context().close()
})

it('a full event has a wait list that moves up, and a code by which its players check in', async () => {
  const eventId = await newEvent({ capacity: 1 })
  await players.get('bob')!.call('events.join', { eventId })
  const { page, problems } = await openSignedIn(browser, site, 'cleo', { ...PHONE, path: `/events/${eventId}` })
  await press(page, 'Join wait list')
  await page.getByText('You are 1st on the wait list').waitFor()
  await page.getByRole('link', { name: 'Players', exact: true }).click()
  await page.getByText('1st on the wait list', { exact: true }).waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'the wait list')).toEqual([])
  await players.get('bob')!.call('events.leave', { eventId })
  await page.getByText('You are 1st on the wait list').waitFor({ state: 'detached' })

  const { code } = await director.call('events.checkInCode', { eventId })
  await page.goto(`${site.url}/events/check-in?code=${code}`)
  await press(page, 'Check in')
  await page.waitForURL(`**/events/${eventId}`)
  await page.getByRole('link', { name: 'Players', exact: true }).click()
  const entries = page.getByRole('region', { name: 'Players', exact: true }).getByRole('listitem')
  // Only those who are missing are marked.
  await director.call('events.edit', { eventId, capacity: 2 })
  await players.get('bob')!.call('events.join', { eventId })
  await entries.filter({ hasText: /bob.*not here yet/i }).waitFor()
  expect(await entries.filter({ hasText: 'not here yet' }).count()).toBe(1)
  expect(await entries.count()).toBe(2)
  expect(problems).toEqual([])
  await page.context().close()
})
