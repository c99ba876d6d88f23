import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromLocalInput } from '#platform/ui/time/zoned-time.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblemsInBothThemes,
  findOverflowingWidths,
  type ObservedPage,
  openBrowser,
  openPage,
  untilRendered,
  waitUntilLive,
} from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, timezoneId: 'Europe/Berlin' }
const STRIKES = { kind: 'strikes', groupSize: 2, strikesToLeave: 2, strikes: 'standard' }
const BEST_GAME = { kind: 'best-game', points: 'papa' }

let site: Site
let browser: Browser
let director: Player
let ann: Player
let visitor: DdpTestClient
let machines: string[]

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  ann = await signUp(site.endpoint, 'ann')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  machines = await Promise.all(['attack from mars', 'medieval madness', 'funhouse'].map(text => director.findMachine(text)))
  visitor = await DdpTestClient.open(site.endpoint)
})
afterAll(async () => {
  for (const player of [director, ann]) await player?.disconnect()
  visitor?.socket.close()
  await closeBrowser(browser)
  await site?.close()
})

/** Creates an event of `dora`. @param startsIn ms from now @param endsIn ms from now */
async function newEvent(name: string, format: object, startsIn: number, endsIn: number): Promise<string> {
  const eventId = v7()
  const now = Date.now()
  const span = { startsAt: new Date(now + startsIn), endsAt: new Date(now + endsIn), timeZone: 'Europe/Berlin' }
  await director.call('events.add', { _id: eventId, name, venue: 'The Silver Ball', ...span, format, machineIds: machines })
  await visitor.subscribe('events.one', { eventId })
  return eventId
}

async function addGuests(eventId: string, ...names: string[]): Promise<void> {
  for (const displayName of names) await director.call('events.addGuest', { _id: v7(), eventId, displayName })
}

const eventDocument = (eventId: string) => visitor.documents('events').get(eventId)
const waitForState = (eventId: string, state: string) => visitor.waitUntil(() => eventDocument(eventId)?.state === state)
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const choosePart = (page: Page, name: string): Promise<void> =>
  page
    .locator('label', { has: page.getByRole('radio', { name }) })
    .first()
    .click()
const openTools = (eventId: string): Promise<ObservedPage> =>
  openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}?show=direct` })
/** Marks a page, to detect later whether it has been reloaded. */
const mark = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.body.dataset.loaded = 'once'
  })
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => document.body.dataset.loaded === 'once')
// The server renders pages for visitors, so it answers 404 for pages under /admin and for pages that edit an event.
const without404 = (problems: string[]): string[] => problems.filter(line => !line.includes('status of 404'))

describe('an event in rounds past its planned end', () => {
  it('says everywhere that it runs over, as soon as the planned end passes and after a reload', async () => {
    const eventId = await newEvent('Strikes night', STRIKES, -HOUR, 9_000)
    const paths = ['/', '/events', `/events/${eventId}`, `/events/${eventId}/live`]
    const observed = await Promise.all(paths.map(() => openPage(browser, PHONE)))
    for (const [i, { page }] of observed.entries()) await page.goto(site.url + paths[i])
    for (const each of observed) {
      await waitUntilLive(each)
      await mark(each.page)
      expect(await each.page.getByText('Live', { exact: true }).count()).toBeGreaterThan(0)
      expect(await each.page.getByText('Running late').count()).toBe(0)
    }
    for (const { page, problems } of observed) {
      await page.getByText('Running late').waitFor()
      await page.getByText(/^Planned end: \d+:\d\d\s[AP]M$/).waitFor()
      expect(await isMarked(page)).toBe(true)
      await page.reload()
      await page.getByText('Running late').waitFor()
      expect(problems).toEqual([])
      await page.context().close()
    }
    expect(eventDocument(eventId)?.state).toBe('live')
  })
})

describe('the director of an event', () => {
  it('draws before the planned start, starts now, ends with results missing after being told which, and reopens', async () => {
    const eventId = await newEvent('Early birds', STRIKES, HOUR, 3 * HOUR)
    await addGuests(eventId, 'Grace', 'Hugo', 'Iris', 'Jan')
    await director.call('events.presence', { eventId, all: true, presence: 'here' })
    const { page, problems } = await openTools(eventId)
    await choosePart(page, 'Rounds')
    await press(page, 'Start round 1')
    await page.getByRole('heading', { name: 'Round 1' }).waitFor()
    expect(eventDocument(eventId)?.state).toBe('upcoming')
    await press(page, 'Start now')
    await waitForState(eventId, 'live')

    await press(page, 'Enter result of group 1')
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('button', { name: /Grace|Hugo|Iris|Jan/ })
      .first()
      .click()
    await dialog.getByRole('button', { name: 'Confirm result' }).click()
    await dialog.waitFor({ state: 'detached' })
    await press(page, 'End event')
    await dialog.getByText('1 group has no confirmed result:').waitFor()
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual([expect.stringMatching(/^\S.* Round 1: \w+, \w+$/)])
    await press(page, 'Keep running')
    expect(eventDocument(eventId)?.state).toBe('live')
    await press(page, 'End event')
    await press(page, 'End anyway')
    await waitForState(eventId, 'finished')

    await page.getByText('This event is finished.').waitFor()
    await press(page, 'Reopen event')
    await waitForState(eventId, 'live')
    await page.getByRole('button', { name: 'End event' }).waitFor()
    // The pressed button is gone. The focus must move to the tools, not to the top of the page.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Manage event')
    await page.getByText('1 of 2 groups still playing.').waitFor()

    await press(page, 'End event')
    await press(page, 'End anyway')
    await waitForState(eventId, 'finished')
    await page.goto(`${site.url}/events/${eventId}?show=players`)
    await page.getByText('ended the event.').first().waitFor()
    await press(page, 'Reopen event')
    await waitForState(eventId, 'live')
    await page.getByText('reopened the event.').first().waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('is asked for the new end where the clock ends the event, with one hour from now proposed', async () => {
    const eventId = await newEvent('Selfie league', BEST_GAME, -HOUR, HOUR)
    const { page, problems } = await openTools(eventId)
    await press(page, 'End event')
    await page.getByRole('dialog').getByText('Late scores will wait for your approval.', { exact: false }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'End event' }).click()
    await waitForState(eventId, 'finished')
    await press(page, 'Reopen event')
    const dialog = page.getByRole('dialog')
    const proposed = Number(fromLocalInput(await dialog.getByLabel('New end').inputValue(), 'Europe/Berlin'))
    expect(Math.abs(proposed - Date.now() - HOUR)).toBeLessThan(90_000)
    await dialog.getByLabel('New end').fill('2026-01-01T10:00')
    await dialog.getByRole('button', { name: 'Reopen event' }).click()
    await dialog.getByText('Choose a time in the future.').waitFor()
    await dialog.getByLabel('New end').fill('2099-01-01T10:00')
    await dialog.getByRole('button', { name: 'Reopen event' }).click()
    await waitForState(eventId, 'live')
    expect(eventDocument(eventId)?.endsAt).toEqual(new Date('2099-01-01T09:00:00Z'))
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('lands on the tools after creating an event, in the upper half of a phone’s screen', async () => {
    const { page, problems } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: '/events/new' })
    await page.getByLabel('Name', { exact: true }).fill('Thursday match play at the Silver Ball')
    await page.getByLabel('Venue (optional)').fill('The Silver Ball, Hinterhof')
    await page.getByRole('combobox', { name: 'Add machine' }).fill('funhouse')
    await page
      .getByRole('option', { name: /Funhouse/i })
      .first()
      .click()
    await press(page, 'Add event')
    const tools = page.getByRole('region', { name: 'Manage event' })
    await tools.getByRole('radio', { name: 'Players' }).waitFor()
    const header = await page.getByRole('main').locator('header').boundingBox()
    expect(header!.height).toBeLessThan(240)
    expect((await tools.boundingBox())!.y).toBeLessThan(844 / 2)
    expect(await findOverflowingWidths(page)).toEqual([])
    expect(without404(problems)).toEqual([])
    await page.context().close()
  })

  it('hands the event over to a player found by name, or by the exact user name if unlisted', async () => {
    const eventId = await newEvent('Handed over', STRIKES, -HOUR, HOUR)
    const [ulf, listed] = [await signUp(site.endpoint, 'ulf'), await signUp(site.endpoint, 'hanna')]
    await ulf.call('players.edit', { unlisted: true })
    const { page, problems } = await openTools(eventId)
    const field = page.getByRole('combobox', { name: 'New director' })
    const open = async (): Promise<void> => {
      await choosePart(page, 'Event')
      await press(page, 'Hand over to another director')
    }
    await open()
    await press(page, 'Hand over event')
    await page.getByText('Choose a player.').waitFor()
    await field.fill('ul')
    await page.getByText('No match. Check the spelling of the user name.').waitFor()
    await field.fill('hann')
    await page.getByRole('option', { name: 'hanna' }).click()
    await press(page, 'Hand over event')
    await visitor.waitUntil(() => eventDocument(eventId)?.directorId === listed.userId)
    await page.getByRole('region', { name: 'Manage event' }).waitFor({ state: 'detached' })
    await listed.call('events.handOver', { eventId, userId: director.userId })
    await open()
    await field.fill('Ulf')
    await page.getByRole('option', { name: 'ulf' }).click()
    await press(page, 'Hand over event')
    await visitor.waitUntil(() => eventDocument(eventId)?.directorId === ulf.userId)
    for (const player of [ulf, listed]) await player.disconnect()
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('keeps what was typed when another director changes the format, and when a format’s options do not load', async () => {
    const eventId = await newEvent('Edited twice', BEST_GAME, HOUR, 2 * HOUR)
    const { page, frames } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}/edit` })
    await page.getByLabel('Venue (optional)').fill('The Golden Ball')
    await director.call('events.edit', { eventId, format: STRIKES })
    await expect.poll(() => frames.some(frame => frame.includes('"kind":"strikes"'))).toBe(true)
    await untilRendered(page)
    expect(await page.getByLabel('Venue (optional)').inputValue()).toBe('The Golden Ball')

    await page.route('**/*.js', route => route.abort())
    await page.getByRole('radio', { name: /^Match play/ }).check()
    const failure = page.getByRole('alert').filter({ hasText: 'The format options couldn’t be loaded.' })
    await failure.waitFor()
    await press(page, 'Save changes')
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value)).toBe('match-play')
    await page.unroute('**/*.js')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Group size').waitFor()
    expect(await page.getByLabel('Venue (optional)').inputValue()).toBe('The Golden Ball')
    await press(page, 'Save changes')
    await visitor.waitUntil(() => eventDocument(eventId)?.venue === 'The Golden Ball')
    await page.context().close()
  })
})

describe('a player', () => {
  it('is asked before leaving', async () => {
    const eventId = await newEvent('Leave me', STRIKES, -HOUR, HOUR)
    await ann.call('events.join', { eventId })
    const { page, problems } = await openSignedIn(browser, site, 'ann', { ...PHONE, path: `/events/${eventId}` })
    await press(page, 'Leave event')
    await press(page, 'Stay')
    await visitor.waitUntil(() => eventDocument(eventId)?.players === 1)
    await press(page, 'Leave event')
    await page.getByRole('heading', { name: 'Leave Leave me?' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave event' }).click()
    await visitor.waitUntil(() => eventDocument(eventId)?.players === 0)
    await page.getByRole('button', { name: 'Join' }).waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })
})

describe('the pages of an event’s life', () => {
  it('have no serious accessibility problem (axe), on a phone and on a desktop, in dark and light mode', async () => {
    const over = await newEvent('Over time', STRIKES, -2 * HOUR, -HOUR)
    const ended = await newEvent('Ended', BEST_GAME, -2 * HOUR, HOUR)
    await director.call('events.close', { eventId: ended })
    await addGuests(over, 'Grace', 'Hugo')
    await director.call('events.presence', { eventId: over, all: true, presence: 'here' })
    await director.call('events.draw', { _id: v7(), eventId: over })
    const found: string[] = []
    const { page } = await openSignedIn(browser, site, 'dora', { path: '/account' })
    for (const [eventId, part, button, words] of [
      [over, 'Machines', 'End event', 'no confirmed result'],
      [over, 'Event', 'Hand over to another director', 'The new director takes over.'],
      [ended, 'Event', 'Reopen event', 'Scores count again'],
    ] as const) {
      await page.goto(`${site.url}/events/${eventId}?show=direct`)
      await choosePart(page, part)
      found.push(...(await findAccessibilityProblemsInBothThemes(page, `${part} of ${eventId}`)))
      await press(page, button)
      await page.getByText(words).waitFor()
      found.push(...(await findAccessibilityProblemsInBothThemes(page, button)))
    }
    await page.context().close()
    expect(found).toEqual([])
  })
})
