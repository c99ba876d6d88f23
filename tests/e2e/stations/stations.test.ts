import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as m from '#messages'
import { openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblemsInBothThemes,
  findOverflowingWidths,
  openBrowser,
  openPage,
  waitUntilLive,
} from '../helpers/browser.ts'
import { watchLayoutShifts } from '../helpers/layout-shifts.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { openReportedVenue, type ReportedVenue } from '../helpers/stations.ts'

const HOUR = 3_600_000
const MARS = 'b0a2d001'
const MADNESS = 'b0a2d002'
let site: Site
let browser: Browser
let venue: ReportedVenue
let ann: Player
let mars: string
let marsCode: string
let reports = 0

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  await site.admin('roles', '--add', 'event-director', '--username', 'ann')
  venue = await openReportedVenue(site, 'keeper', ['attack from mars', 'medieval madness', 'twilight zone'])
  mars = venue.machineIds[0]!
  marsCode = (await venue.pair(MARS, mars)).code
  for (const value of [30_000_000, 20_000_000]) await ann.submit(mars, value)
})
afterAll(async () => {
  venue?.close()
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

const mainPart = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

/** Says how the game on Attack from Mars is; no scores: there is none. */
const play = (scores: readonly number[], player = 1, ball = 1): Promise<unknown> =>
  venue.reportLive({
    id: MARS,
    name: 'Attack from Mars',
    game: { playing: scores.length > 0, ball, player, scores },
  })

/** Reports a game on Attack from Mars that has just ended. */
const end = (plays: object[], more: object = {}): Promise<{ reportedGameId: string | null }> =>
  venue.report({ id: `game ${++reports}`, board: { id: MARS, name: 'Attack from Mars' }, plays, ...more })

it('pairs a machine board with the machine that its name tells, with one tap of the manager', async () => {
  await venue.reportLive({ id: MADNESS, name: 'MEDIEVAL MADNESS', game: null })
  await venue.report({ id: 'unpaired', board: { id: MADNESS, name: 'MEDIEVAL MADNESS' }, plays: [{ score: 12_345_670 }] })
  const observed = await openSignedIn(browser, site, 'keeper', { path: `/venues/${venue.slug}`, viewport: { width: 390, height: 844 } })
  const { page, problems } = observed
  await mainPart(page).getByRole('link', { name: m.stations_title() }).click()
  await page.getByRole('heading', { name: m.stations_new_boards() }).waitFor()
  await page.getByText('12,345,670').waitFor()
  expect(await page.getByLabel(m.stations_is_in()).inputValue()).toBe(venue.machineIds[1])
  expect(await findAccessibilityProblemsInBothThemes(page, 'stations')).toEqual([])
  expect(await findOverflowingWidths(page)).toEqual([])
  await press(page, `${m.stations_pair()}: MEDIEVAL MADNESS`)
  await page.getByRole('heading', { name: m.stations_new_boards() }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `${m.stations_remove()}: Medieval Madness` }).waitFor()
  await mainPart(page).getByRole('link', { name: m.stations_print() }).click()
  await expect.poll(() => page.getByRole('img', { name: /^QR code for/ }).count()).toBe(2)
  expect(problems).toEqual([])
})

it('makes a key for a reporter, and shows the whole line that starts it once', async () => {
  const { page } = await openSignedIn(browser, site, 'keeper', { path: `/venues/${venue.slug}/stations` })
  await press(page, m.stations_reporter_new())
  await press(page, m.keys_make())
  await page.getByRole('dialog').getByText(`npm run reporter -- --site ${site.url} --key skillshot_`).waitFor()
  await press(page, m.keys_done())
  await expect.poll(() => page.getByRole('button', { name: m.keys_revoke_one({ name: m.stations_reporter_default() }) }).count()).toBe(2)
})

it('shows the stations of a venue to its managers alone', async () => {
  const { page } = await openSignedIn(browser, site, 'ann', { path: `/venues/${venue.slug}/stations` })
  await page.getByRole('heading', { name: m.app_missing_title() }).waitFor()
})

describe.each([
  { motion: true, width: 390 },
  { motion: false, width: 1280 },
])('a game that is being played, with motion: $motion, on $width px', ({ motion, width }) => {
  it.each(['venue', 'machine'])('counts up on the page of the %s, where nothing moves', async kind => {
    await play([])
    const observed = await openPage(browser, { motion, viewport: { width, height: 844 } })
    const { page, problems } = observed
    await page.goto(`${site.url}${kind === 'venue' ? `/venues/${venue.slug}` : `/machines/${mars}`}`)
    await waitUntilLive(observed)
    await page.evaluate(async () => void (await document.fonts.ready))
    await play([0, 0])
    await page.getByRole('heading', { name: m.stations_playing() }).waitFor()
    const shifts = await watchLayoutShifts(page)
    for (const score of [5, 870, 12_340, 1_234_560, 98_765_430, 12_345_678_900]) {
      await play([score, 1000], score > 1_000_000 ? 2 : 1, 2)
      await page.getByText(score.toLocaleString('en'), { exact: true }).waitFor()
    }
    await page.getByText(m.stations_ball({ n: 2 })).waitFor()
    await play([])
    await page.getByText(m.stations_over_ended()).first().waitFor()
    expect(await shifts()).toBe(0)
    if (motion) expect(await findAccessibilityProblemsInBothThemes(page, `${kind}, over`)).toEqual([])
    await play([7, 12_345_678_900], 2, 2)
    await page.getByText(m.stations_ball({ n: 2 })).waitFor()
    if (motion) expect(await findAccessibilityProblemsInBothThemes(page, kind)).toEqual([])
    expect(await findOverflowingWidths(page)).toEqual([])
    expect(problems).toEqual([])
  })
})

it('shows games on the big screen of an event at the venue, beside standings that stay where they are', async () => {
  await play([])
  const eventId = v7()
  await ann.call('events.add', {
    ...{ _id: eventId, name: 'Selfie league', startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + HOUR) },
    ...{ venueId: venue.venueId, machineIds: [mars], format: { kind: 'best-game', points: 'papa' } },
  })
  await ann.call('scores.submit', { _id: v7(), eventId, machineId: mars, value: 40_000_000 })
  const observed = await openPage(browser, { viewport: { width: 1920, height: 1080 } })
  const { page, problems } = observed
  await page.goto(`${site.url}/events/${eventId}/live`)
  await waitUntilLive(observed)
  await page.evaluate(async () => void (await document.fonts.ready))
  const standings = page.getByRole('region', { name: m.events_standings() })
  const place = (): Promise<object | null> => standings.getByRole('listitem').first().boundingBox()
  const before = await place()
  const shifts = await watchLayoutShifts(page)
  for (const scores of [[0], [1_234_560], [12_345_678_900, 0, 0, 0]]) await play(scores)
  await page.getByRole('heading', { name: m.stations_playing() }).waitFor()
  await page.getByText('12,345,678,900').waitFor()
  expect(await place()).toEqual(before)
  expect(await shifts()).toBe(0)
  await play([])
  await page.getByText(m.stations_over_ended()).waitFor()
  await page.getByText('12,345,678,900').waitFor()
  expect(await place()).toEqual(before)
  expect(problems).toEqual([])
})

it('lets a newcomer claim a score by the code at the machine, through signing up', async () => {
  await end([
    { score: 44_000_000, player: 1, initials: 'ZOE' },
    { score: 25_000_000, player: 2 },
  ])
  const { page, problems } = await openPage(browser, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  await page.goto(`${site.url}/claim/${marsCode}`)
  await page.getByRole('heading', { name: m.stations_claim_title() }).waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'claim')).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /44,000,000/ }).tap()
  await page.getByRole('status').getByRole('link', { name: m.ui_create_account() }).tap()
  await page.getByLabel('User name', { exact: true }).fill('zoe')
  await page.getByLabel('Password', { exact: true }).fill('zoe plays pinball')
  await press(page, 'Create account')
  await page.waitForURL(`**/claim/${marsCode}`)
  await page.getByRole('link', { name: m.stations_see_score() }).waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'claimed')).toEqual([])
  await press(page, m.stations_initials_save())
  await page.getByText(/^Games with ZOE/).waitFor()
  await page.getByRole('button', { name: m.ui_undo(), exact: true }).click()
  await page.getByRole('button', { name: /44,000,000/ }).waitFor()
  expect(problems).toEqual([])
})

it('claims with the keyboard, and lets another player say that the score is theirs', async () => {
  await end([{ score: 55_000_000 }])
  const claiming = await openSignedIn(browser, site, 'ann', { path: `/claim/${marsCode}` })
  const button = claiming.page.getByRole('button', { name: /55,000,000/ })
  await button.focus()
  await claiming.page.keyboard.press('Enter')
  await claiming.page.getByRole('link', { name: m.stations_see_score() }).waitFor()
  const other = await openSignedIn(browser, site, 'keeper', { path: `/claim/${marsCode}` })
  await press(other.page, m.stations_contest())
  await other.page.getByText(m.stations_contested_own()).first().waitFor()
  await other.page.goto(`${site.url}/venues/${venue.slug}/stations`)
  await press(other.page, m.stations_decide_for({ name: 'ann' }))
  await other.page.getByText(m.stations_decide()).waitFor({ state: 'detached' })
})

it('says that nothing has ended yet, shows the game when it does, and knows no other code', async () => {
  const { stationId, code } = await venue.pair('b0a2d003', venue.machineIds[2]!)
  const { page } = await openPage(browser)
  await page.goto(`${site.url}/claim/${code}`)
  await page.getByRole('heading', { name: m.stations_claim_none() }).waitFor()
  await venue.report({ id: 'by program', station: stationId, plays: [{ score: 66_000_000, name: 'Table two' }] })
  await page.getByRole('button', { name: /Table two.*66,000,000/ }).waitFor()
  await page.goto(`${site.url}/claim/unknown2`)
  await page.getByRole('heading', { name: m.app_missing_title() }).waitFor()
})

describe('"Is this your game?"', () => {
  it('comes to any page within a second, takes no focus, makes way for typing, and is answered with one tap', async () => {
    await ann.call('stations.setInitials', { venueId: venue.venueId, initials: 'ANN' })
    const observed = await openSignedIn(browser, site, 'ann', { path: '/events', viewport: { width: 390, height: 844 } })
    const { page, problems } = observed
    await waitUntilLive(observed)
    await expect.poll(() => observed.sent.some(frame => frame.includes('"stations.mine"'))).toBe(true)
    const card = page.getByRole('region', { name: m.stations_offer_label() })
    await end([{ score: 77_000_000, initials: 'ANN', player: 1 }])
    await card.waitFor({ timeout: 1000 })
    expect(await card.evaluate(element => element.contains(document.activeElement))).toBe(false)
    expect(await findAccessibilityProblemsInBothThemes(page, 'offer')).toEqual([])
    await page.keyboard.press('/')
    await page.locator('input:focus').waitFor()
    await card.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await card.getByRole('button', { name: m.stations_offer_claim() }).click()
    await card.getByText(m.stations_offer_best({ rank: '1', players: '1' })).waitFor()
    await card.getByRole('button', { name: m.ui_undo() }).click()
    await card.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  it('stays away on a device on which the player has said no', async () => {
    await end([{ score: 78_000_000, initials: 'ANN', player: 1 }])
    const { page } = await openSignedIn(browser, site, 'ann', { path: '/events' })
    const card = page.getByRole('region', { name: m.stations_offer_label() })
    for (let offers = 0; offers < 2; offers++) {
      await card.getByRole('button', { name: m.stations_offer_not() }).click()
    }
    await card.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('link', { name: 'ann', exact: true }).first().waitFor()
    expect(await card.count()).toBe(0)
  })
})
