import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as m from '#messages'
import { overwriteGetLocale } from '#messages/runtime'
import { openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblemsInBothThemes,
  findOverflowingWidths,
  type ObservedPage,
  openBrowser,
  openPage,
  untilRendered,
} from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { openReportedVenue, type ReportedVenue } from '../helpers/stations.ts'

const HOUR = 3_600_000
const BOARD = 'b0a2d001'
const FORMAT = { kind: 'match-play', grouping: 'random', groupSize: 3, rounds: 3, points: 'ifpa' }
let site: Site
let browser: Browser
let venue: ReportedVenue
let [director, ann]: Player[] = []
let code: string
let eventId: string
let reports = 0

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  ann = await signUp(site.endpoint, 'ann')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  venue = await openReportedVenue(site, 'keeper', ['twilight zone'])
  ;({ code } = await venue.pair(BOARD, venue.machineIds[0]!))
})
afterAll(async () => {
  venue?.close()
  await director?.disconnect()
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})
beforeEach(async () => {
  if (eventId !== undefined) await director!.call('events.cancel', { eventId })
  eventId = v7()
  await director!.call('events.add', {
    ...{ _id: eventId, name: 'Flip Night', startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + HOUR) },
    ...{ venueId: venue.venueId, machineIds: venue.machineIds, format: FORMAT, agreement: 'one' },
  })
  const guests = ['Ben', 'Cay'].map(displayName => ({ _id: v7(), displayName }))
  await director!.call('events.addPlayers', { eventId, entries: [{ _id: v7(), userId: ann!.userId }, ...guests] })
  await director!.call('events.draw', { _id: v7(), eventId })
})

/** Reports a game of three. @param began false: nobody knows when it began, so it is for no group */
const report = (began: boolean): Promise<{ reportedGameId: string | null }> =>
  venue.report({
    ...{ id: `game ${++reports}`, board: { id: BOARD, name: 'Twilight Zone' }, endedAt: new Date() },
    ...(began ? { startedAt: new Date() } : {}),
    plays: [1, 2, 3].map(player => ({ player, score: player * 111_111_110 })),
  })

/** The group for which a reported game is. */
async function groupOf(reportedGameId: string): Promise<{ groupId: string }> {
  const { manager, venueId } = venue
  await manager.subscribe('stations.games', { venueId })
  await expect.poll(() => manager.documents('reportedGames').has(reportedGameId)).toBe(true)
  return manager.documents('reportedGames').get(reportedGameId) as unknown as { groupId: string }
}

it('is offered to a player of the group on any page, with whose score is whose, and one tap enters it', async () => {
  const { page, problems } = await openSignedIn(browser, site, 'ann', { path: '/machines', viewport: { width: 390, height: 844 } })
  await report(true)
  const card = page.getByRole('region', { name: m.stations_offer_label() })
  await card.getByText('Cay').waitFor()
  expect(await card.getByRole('listitem').count()).toBe(3)
  expect(await findAccessibilityProblemsInBothThemes(page, 'offer')).toEqual([])
  await card.getByRole('button', { name: m.stations_use_result() }).click()
  await card.getByText(m.events_result_confirmed()).waitFor()
  await page.goto(`${site.url}/events/${eventId}`)
  await page.getByRole('main').getByText('333,333,330').waitFor()
  expect(problems).toEqual([])
})

it('goes away on the page of the event, where the result is entered, and is there again on the next page', async () => {
  await report(true)
  const { page } = await openSignedIn(browser, site, 'ann', { path: '/events' })
  const card = page.getByRole('region', { name: m.stations_offer_label() })
  await card.waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Flip Night' }).click()
  await page.getByRole('main').getByText(m.stations_machine_says()).waitFor()
  await card.waitFor({ state: 'detached' })
  await page.goBack()
  await card.waitFor({ timeout: 2000 })
})

it('is claimed by its players alone on the page of the code, and by nobody once its result is entered', async () => {
  const visitor = await openPage(browser, { viewport: { width: 390, height: 844 } })
  const player = await openSignedIn(browser, site, 'ann', { path: `/claim/${code}` })
  await visitor.page.goto(`${site.url}/claim/${code}`)
  const { reportedGameId } = await report(true)
  const game = (page: Page) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: /^Ended/ }) })
      .first()
  const toEvent = ({ page }: ObservedPage, name: string) => game(page).locator(`a[href="/events/${eventId}"]`, { hasText: name })
  const buttons = ({ page }: ObservedPage) => game(page).getByRole('button').count()
  await toEvent(visitor, m.stations_for_event()).waitFor()
  await game(visitor.page).getByText('222,222,220').waitFor()
  expect(await findAccessibilityProblemsInBothThemes(visitor.page, 'game of a group')).toEqual([])
  expect(await findOverflowingWidths(visitor.page)).toEqual([])
  expect(await buttons(visitor)).toBe(0)
  await expect.poll(() => buttons(player)).toBe(3)
  const { groupId } = await groupOf(reportedGameId!)
  await director!.call('stations.confirm', { eventId, groupId, reportedGameId })
  for (const observed of [visitor, player]) {
    await toEvent(observed, m.stations_used_in_event()).waitFor()
    expect(await buttons(observed)).toBe(0)
  }
  await game(player.page).getByText(m.stations_yours()).waitFor()
})

it('stands at the task of the player on the page of the event', async () => {
  const { page } = await openSignedIn(browser, site, 'ann', { path: `/events/${eventId}`, viewport: { width: 390, height: 844 } })
  await report(true)
  const main = page.getByRole('main')
  await main.getByText(m.stations_machine_says()).waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'task')).toEqual([])
  expect(await findOverflowingWidths(page)).toEqual([])
  await main.getByRole('button', { name: m.stations_use_result() }).click()
  await main.getByText(m.stations_machine_says()).waitFor({ state: 'detached' })
  await main.getByText('333,333,330').waitFor()
})

it('is shown to the director behind a button, beside which the names of the round keep their room', async () => {
  const { page } = await openSignedIn(browser, site, 'dora', { path: `/events/${eventId}` })
  const name = page.getByRole('main').getByText('Ben', { exact: true }).first()
  await name.waitFor()
  const enter = page.getByRole('main').getByRole('button', { name: m.events_result_enter() }).first()
  const before = await enter.boundingBox()
  await report(true)
  const look = page.getByRole('button', { name: m.stations_machine_result() })
  await look.waitFor()
  expect((await enter.boundingBox())!.y).toBeLessThanOrEqual(before!.y)
  await look.click()
  await page.getByRole('dialog').getByText('222,222,220').waitFor()
  expect((await name.boundingBox())!.height).toBeLessThan(50)
  await page.getByRole('dialog').getByRole('button', { name: m.stations_use_result() }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('main').getByText('222,222,220').waitFor()
})

it('is shown to a device that keeps the scores without an account, in its language, and one tap enters it', async () => {
  const { url } = await director!.call('events.deviceLink', { _id: v7(), eventId })
  const { page, problems } = await openPage(browser, { viewport: { width: 390, height: 844 }, locale: 'ar-EG' })
  await page.goto(url)
  overwriteGetLocale(() => 'ar')
  const [look, use] = [m.stations_machine_result(), m.stations_use_result()]
  overwriteGetLocale(() => 'en')
  await page.getByRole('main').getByText('Ben', { exact: true }).first().waitFor()
  await report(true)
  await page.getByRole('button', { name: look }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Cay').waitFor()
  expect(await dialog.getByRole('listitem').count()).toBe(3)
  expect(await findAccessibilityProblemsInBothThemes(page, 'device')).toEqual([])
  expect(await findOverflowingWidths(page)).toEqual([])
  await dialog.getByRole('button', { name: use }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: look }).waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  const desk = await openSignedIn(browser, site, 'dora', { path: `/events/${eventId}` })
  await desk.page.getByRole('main').getByText('333,333,330').waitFor()
})

it('is shown at a kiosk of the event, which has no other games to choose from', async () => {
  const { url } = await director!.call('events.deviceLink', { _id: v7(), eventId, kioskCode: 'multiball' })
  const { page, problems, frames } = await openPage(browser, { viewport: { width: 820, height: 1180 } })
  await page.goto(url)
  await page.getByRole('button', { name: m.ui_kiosk_lock() }).click()
  await page.getByRole('main').getByText('Ben', { exact: true }).first().waitFor()
  const { reportedGameId: other } = await report(false)
  await expect.poll(() => frames.some(frame => frame.includes(other!))).toBe(true)
  await untilRendered(page)
  expect(await page.getByRole('button', { name: m.stations_choose_game() }).count()).toBe(0)
  await report(true)
  await page.getByRole('button', { name: m.stations_machine_result() }).click()
  const dialog = page.getByRole('dialog')
  expect(await findAccessibilityProblemsInBothThemes(page, 'kiosk')).toEqual([])
  await dialog.getByRole('button', { name: m.stations_use_result() }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('main').getByText('333,333,330').waitFor()
  expect(problems).toEqual([])
})

it('is chosen by the director where it is for no group, who says whose each score is', async () => {
  await report(false)
  const { page } = await openSignedIn(browser, site, 'dora', { path: `/events/${eventId}?show=direct` })
  await page.getByRole('button', { name: m.stations_choose_game() }).click()
  expect(await findAccessibilityProblemsInBothThemes(page, 'choose')).toEqual([])
  const first = page.getByRole('dialog').getByLabel(/111,111,110/)
  await first.selectOption({ label: 'Cay' })
  await page.getByRole('dialog').getByRole('button', { name: m.stations_use_result() }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const loser = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Cay' }).last()
  await loser.getByText('111,111,110').waitFor()
})

it('is taken from its group by one of its players, and the director may choose it beside one that is offered', async () => {
  const { page } = await openSignedIn(browser, site, 'ann', { path: '/machines', viewport: { width: 390, height: 844 } })
  await report(true)
  const card = page.getByRole('region', { name: m.stations_offer_label() })
  await card.getByRole('button', { name: m.stations_offer_not_ours() }).click()
  await card.waitFor({ state: 'detached' })
  await page.goto(`${site.url}/events/${eventId}`)
  await report(true)
  const says = page.getByRole('main').getByText(m.stations_machine_says())
  await says.waitFor()
  expect(await page.getByRole('main').getByRole('button', { name: m.stations_offer_not_ours() }).count()).toBe(1)
  await page.getByRole('main').getByRole('button', { name: m.stations_offer_not_ours() }).click()
  await says.waitFor({ state: 'detached' })
  await report(true)
  await says.waitFor()
  const desk = await openSignedIn(browser, site, 'dora', { path: `/events/${eventId}?show=direct` })
  await desk.page.getByRole('button', { name: m.stations_machine_result() }).click()
  const dialog = desk.page.getByRole('dialog')
  expect(await findAccessibilityProblemsInBothThemes(desk.page, 'beside')).toEqual([])
  await dialog.getByRole('button', { name: m.stations_choose_game() }).click()
  await dialog.getByLabel(/111,111,110/).waitFor()
  await dialog.getByRole('button', { name: m.stations_use_result() }).click()
  await dialog.waitFor({ state: 'detached' })
  await says.waitFor({ state: 'detached' })
})

it('counts right away where the director has said so', async () => {
  const { page } = await openSignedIn(browser, site, 'dora', { path: `/events/${eventId}?show=direct` })
  await page.getByRole('radio', { name: m.ui_event(), exact: true }).check()
  await page.getByLabel(m.stations_count_at_once()).click()
  await expect.poll(() => page.getByLabel(m.stations_count_at_once()).isChecked()).toBe(true)
  await report(true)
  await page.goto(`${site.url}/events/${eventId}`)
  await page.getByRole('main').getByText('333,333,330').waitFor()
})
