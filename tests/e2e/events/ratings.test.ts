import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventEntrantDoc, EventGroupDoc } from '#events/contract/documents.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { documentsOfEvent } from '../../integration/helpers/event-documents.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }
const MATCH_PLAY = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 2, points: 'ifpa' }

let site: Site
let browser: Browser
let dora: Player
let ada: Player
let ben: Player
let watching: DdpTestClient
let machineId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  dora = await signUp(site.endpoint, 'dora')
  ada = await signUp(site.endpoint, 'ada')
  ben = await signUp(site.endpoint, 'ben')
  for (const role of ['event-director', 'admin']) await site.admin('roles', '--add', role, '--username', 'dora')
  machineId = await dora.findMachine('attack from mars')
  watching = await DdpTestClient.open(site.endpoint)
})
afterAll(async () => {
  for (const player of [dora, ada, ben]) await player?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

/** Ada and Ben enter an event, and play one game each of the rounds. @param winners who wins each round. @returns the groups, by round */
async function playNight(name: string, winners: readonly Player[]): Promise<{ eventId: string; groupIds: string[] }> {
  const eventId = v7()
  const span = { startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + HOUR), timeZone: 'Europe/Berlin' }
  await dora.call('events.add', { _id: eventId, name, ...span, format: MATCH_PLAY, machineIds: [machineId] })
  for (const player of [ada, ben]) await player.call('events.join', { eventId })
  await dora.call('events.presence', { eventId, all: true, presence: 'here' })
  for (const part of ['events.rounds', 'events.entrants']) await watching.subscribe(part, { eventId })
  const groupIds: string[] = []
  for (const [i, { userId }] of winners.entries()) {
    await dora.call('events.draw', { _id: v7(), eventId })
    const find = () => documentsOfEvent<EventGroupDoc>(watching, 'eventGroups', eventId).find(({ round }) => round === i + 1)
    await watching.waitUntil(() => find() !== undefined)
    const group = find()!
    const winner = documentsOfEvent<EventEntrantDoc>(watching, 'eventEntrants', eventId).find(each => each.userId === userId)!._id
    const order = [winner, ...group.entrantIds.filter(id => id !== winner)]
    await dora.call('events.result', { eventId, groupId: group._id, order })
    groupIds.push(group._id)
  }
  await dora.call('events.close', { eventId })
  return { eventId, groupIds }
}

const rating = (page: Page) => page.getByRole('region', { name: 'Rating', exact: true })
const shows = (page: Page, text: string | RegExp): Promise<void> => rating(page).getByText(text).first().waitFor()
const figures = async (page: Page): Promise<string[]> =>
  (
    await page
      .getByRole('region', { name: /^You against/ })
      .locator('p', { hasText: 'Games' })
      .first()
      .locator(':scope > span')
      .allInnerTexts()
  ).map(text => text.replace(/\s+/g, ' '))

it('is turned on by the operator, is on the page of a player before and after a void, can be hidden, and two players see who was ahead', async () => {
  await playNight('First night', [ada])
  const admin = await openSignedIn(browser, site, 'dora', { ...DESKTOP, path: '/admin/settings' })
  await waitUntilLive(admin)
  const panel = admin.page.locator('section', { has: admin.page.getByRole('heading', { name: 'Ratings', exact: true }) })
  await panel.getByRole('checkbox', { name: /^Rate players by their games/ }).check()
  await panel.getByRole('button', { name: 'Save' }).click()

  const visitor = await openPage(browser, PHONE)
  await visitor.page.goto(`${site.url}/players/ada`)
  await shows(visitor.page, '1662 ± 581')
  await shows(visitor.page, 'After 1 game')

  const { eventId, groupIds } = await playNight('Second night', [ada, ben])
  await shows(visitor.page, 'After 3 games')
  await shows(visitor.page, /The rating went from 1,?662 on/)
  const before = await rating(visitor.page).locator('p').first().innerText()
  const voidId = v7()
  await dora.call('events.void', { _id: voidId, eventId, what: { groupId: groupIds[1] } })
  await shows(visitor.page, 'After 2 games')
  expect(await rating(visitor.page).locator('p').first().innerText()).not.toBe(before)
  await dora.call('events.undo', { eventId, voidId })
  await shows(visitor.page, 'After 3 games')
  expect(await rating(visitor.page).locator('p').first().innerText()).toBe(before)
  await rating(visitor.page).getByText('The rating after each night').click()
  await rating(visitor.page).getByRole('link', { name: 'Second night' }).waitFor()
  expect(await findAccessibilityProblemsInBothThemes(visitor.page, 'a rating')).toEqual([])

  await rating(visitor.page).getByRole('link', { name: 'All ratings' }).click()
  await visitor.page.getByText('No ratings yet').waitFor()
  await visitor.page.getByRole('link', { name: 'All players' }).click()
  await visitor.page.getByRole('list', { name: 'Ratings' }).getByRole('listitem').nth(1).waitFor()
  expect(await visitor.page.getByRole('list', { name: 'Ratings' }).getByRole('link').allInnerTexts()).toEqual(['ada', 'ben'])
  expect(await findAccessibilityProblemsInBothThemes(visitor.page, 'the list of ratings')).toEqual([])

  const plain = await openPage(browser, { ...DESKTOP, javaScriptEnabled: false })
  await plain.page.goto(`${site.url}/ratings?show=all`)
  expect(await plain.page.getByRole('list', { name: 'Ratings' }).getByRole('link').allInnerTexts()).toEqual(['ada', 'ben'])

  const own = await openSignedIn(browser, site, 'ada', { ...PHONE, path: '/players/ada' })
  await rating(own.page)
    .getByRole('checkbox', { name: /^Hide my rating/ })
    .check()
  await visitor.page.getByRole('link', { name: 'ada' }).waitFor({ state: 'detached' })
  await visitor.page.goto(`${site.url}/players/ada`)
  await visitor.page.getByRole('heading', { name: 'ada', level: 1 }).waitFor()
  expect(await rating(visitor.page).count()).toBe(0)
  await shows(own.page, 'After 3 games')

  await own.page.getByRole('combobox', { name: 'Player' }).fill('be')
  await own.page.getByRole('option', { name: 'ben' }).click()
  await expect.poll(() => figures(own.page)).toEqual(['Games 3', 'You ahead 2', 'ben ahead 1', 'Tied 0'])
  const other = await openSignedIn(browser, site, 'ben', { ...DESKTOP, path: '/players/ada' })
  await expect.poll(() => figures(other.page)).toEqual(['Games 3', 'You ahead 1', 'ada ahead 2', 'Tied 0'])
  expect(await rating(other.page).count()).toBe(0)
  await other.page.getByText('By night').click()
  await other.page.getByRole('row', { name: /^Second night/ }).waitFor()
  expect(await findAccessibilityProblemsInBothThemes(other.page, 'what two players have played')).toEqual([])
  for (const { page, problems } of [admin, visitor, plain, own, other]) {
    expect(problems).toEqual([])
    await page.context().close()
  }
})
