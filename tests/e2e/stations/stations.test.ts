import type { Browser, Locator, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as m from '#messages'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { fillLoginForm, openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblemsInBothThemes,
  findOverflowingWidths,
  openBrowser,
  openPage,
  untilRendered,
  waitUntilLive,
} from '../helpers/browser.ts'
import { sumLayoutShifts, watchLayoutShifts } from '../helpers/layout-shifts.ts'
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
let bea: Player
let mars: string
let marsCode: string
let reports = 0

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  bea = await signUp(site.endpoint, 'bea')
  await site.admin('roles', '--add', 'event-director', '--username', 'ann')
  venue = await openReportedVenue(site, 'keeper', ['attack from mars', 'medieval madness', 'twilight zone'])
  mars = venue.machineIds[0]!
  marsCode = (await venue.pair(MARS, mars)).code
  for (const value of [30_000_000, 20_000_000]) await ann.submit(mars, value)
})
afterAll(async () => {
  venue?.close()
  await ann?.disconnect()
  await bea?.disconnect()
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

/** Adds an event in which two players take part, on the machine whose games are reported, as long as a test lasts. */
async function withEvent(run: (event: { eventId: string; name: string }) => Promise<void>): Promise<void> {
  const [eventId, name] = [v7(), `Marathon ${v7().slice(-6)}`]
  await ann.call('events.add', {
    ...{ _id: eventId, name, startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + HOUR) },
    ...{ venueId: venue.venueId, machineIds: [mars], format: { kind: 'best-game', points: 'papa' } },
  })
  await ann.call('events.addPlayers', { eventId, entries: [ann, bea].map(({ userId }) => ({ _id: v7(), userId })) })
  try {
    await run({ eventId, name })
  } finally {
    await ann.call('events.cancel', { eventId })
  }
}

/** The values of the scores that count in an event. */
async function scoresIn(eventId: string): Promise<number[]> {
  const watcher = await DdpTestClient.open(site.endpoint)
  await watcher.subscribe('scores.recent', { eventId, limit: 20 })
  const values = [...watcher.documents('scores').values()].map(({ value }) => Number(value))
  watcher.socket.close()
  return values
}

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
  await ann.call('events.cancel', { eventId })
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
    const readOut = page.getByRole('status').filter({ hasText: m.stations_offer_title() })
    await page.evaluate(words => {
      // A region that comes together with its words is not read out.
      new MutationObserver(records => {
        const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter(node => node instanceof Element)
        const regions = added.flatMap(element => [element, ...element.querySelectorAll('*')]).filter(each => each.matches('[role=status]'))
        if (regions.some(each => each.textContent.includes(words))) console.error('a region came with its words')
      }).observe(document.body, { childList: true, subtree: true })
    }, m.stations_offer_title())
    await end([{ score: 77_000_000, initials: 'ANN', player: 1 }])
    await card.waitFor({ timeout: 1000 })
    await readOut.waitFor({ state: 'attached' })
    expect(await card.evaluate(element => element.contains(document.activeElement))).toBe(false)
    expect(await findAccessibilityProblemsInBothThemes(page, 'offer')).toEqual([])
    await page.keyboard.press('/')
    await page.locator('input:focus').waitFor()
    await card.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await card.getByRole('button', { name: m.stations_offer_claim() }).click()
    const best = card.getByText(m.stations_offer_best({ rank: '1', players: '1' }))
    await best.waitFor()
    // What was answered stays so.
    await page.keyboard.press('/')
    await card.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await best.waitFor()
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

  it('says in which event the score counts, and lets its player leave the event out', () =>
    withEvent(async ({ eventId, name }) => {
      await bea.call('stations.setInitials', { venueId: venue.venueId, initials: 'BEA' })
      await end([{ score: 71_000_000, initials: 'BEA', player: 1 }])
      const { page } = await openSignedIn(browser, site, 'bea', { path: '/events', viewport: { width: 390, height: 844 } })
      const card = page.getByRole('region', { name: m.stations_offer_label() })
      const counts = card.getByLabel(m.scores_choice_offer({ name }))
      await counts.waitFor()
      expect(await counts.isChecked()).toBe(true)
      expect(await findAccessibilityProblemsInBothThemes(page, 'offer with an event')).toEqual([])
      await card.getByRole('button', { name: m.stations_offer_claim() }).click()
      await card.getByRole('button', { name: m.ui_close() }).click()
      expect(await scoresIn(eventId)).toEqual([71_000_000])
      await end([{ score: 72_000_000, initials: 'BEA', player: 1 }])
      await counts.uncheck()
      await card.getByRole('button', { name: m.stations_offer_claim() }).click()
      await card.getByRole('button', { name: m.ui_close() }).click()
      expect(await scoresIn(eventId)).toEqual([71_000_000])
    }))

  it('leaves nothing to the next user of the device', async () => {
    await end([{ score: 73_000_000, initials: 'BEA', player: 1 }])
    const { page } = await openSignedIn(browser, site, 'bea', { path: '/account', ownSession: true })
    const card = page.getByRole('region', { name: m.stations_offer_label() })
    await card.getByRole('button', { name: m.stations_offer_claim() }).click()
    await card.getByRole('button', { name: m.ui_undo() }).waitFor()
    await press(page, m.ui_sign_out())
    await card.waitFor({ state: 'detached' })
    await page.getByRole('main').getByRole('link', { name: m.ui_sign_in(), exact: true }).click()
    await fillLoginForm(page, 'keeper')
    await page.waitForURL(`${site.url}/account`)
    await untilRendered(page)
    expect(await card.count()).toBe(0)
  })
})

describe('a claimed game', () => {
  it('is an attempt in the event that runs there, also where its player signs in between', () =>
    withEvent(async ({ eventId, name }) => {
      await end([{ score: 61_000_000, player: 1 }])
      const { page, problems } = await openPage(browser, { viewport: { width: 390, height: 844 } })
      await page.goto(`${site.url}/claim/${marsCode}`)
      await page.getByRole('button', { name: /61,000,000/ }).click()
      await page.getByRole('status').getByRole('link', { name: m.ui_sign_in(), exact: true }).click()
      await fillLoginForm(page, 'bea')
      await page.getByRole('link', { name: m.stations_see_score() }).waitFor()
      expect(await scoresIn(eventId)).toEqual([61_000_000])
      await press(page, m.ui_undo())
      await page.getByText(m.stations_unclaimed()).waitFor()
      await page.getByLabel(m.scores_choice_offer({ name })).uncheck()
      await page.getByRole('button', { name: /61,000,000/ }).click()
      await page.getByRole('link', { name: m.stations_see_score() }).waitFor()
      expect(await scoresIn(eventId)).toEqual([])
      expect(problems).toEqual([])
    }))

  it('has its choice of events in place before its scores can be tapped', () =>
    withEvent(async ({ name }) => {
      await end([{ score: 62_000_000, player: 1 }])
      const { page } = await openSignedIn(browser, site, 'bea', { path: `/claim/${marsCode}`, ownSession: true })
      await page.getByLabel(m.scores_choice_offer({ name })).waitFor()
      expect(await sumLayoutShifts(page)).toBe(0)
      expect(await findAccessibilityProblemsInBothThemes(page, 'claim with an event')).toEqual([])
      expect(await findOverflowingWidths(page)).toEqual([])
    }))

  it('counts on the board where nobody says in time which events there are', () =>
    withEvent(async ({ eventId }) => {
      await end([{ score: 63_000_000, player: 1 }])
      const { page } = await openPage(browser)
      await page.routeWebSocket('**/websocket', socket => {
        const server = socket.connectToServer()
        socket.onMessage(frame => void (String(frame).includes('"events.needs"') || server.send(frame)))
      })
      await page.goto(`${site.url}/sign-in?next=/claim/${marsCode}`)
      await fillLoginForm(page, 'bea')
      await page.getByRole('button', { name: /63,000,000/ }).click()
      await page.getByRole('link', { name: m.stations_see_score() }).waitFor()
      expect(await scoresIn(eventId)).toEqual([])
    }))
})

it('answers a tap where the score is, also far down', async () => {
  const older = { endedAt: new Date(Date.now() - 600_000) }
  await end([{ score: 60_606_060 }, { score: 60_606_070 }], older)
  const { page } = await openPage(browser, { viewport: { width: 390, height: 500 } })
  await page.goto(`${site.url}/claim/${marsCode}`)
  const first = page.getByRole('button', { name: /60,606,060/ })
  const game = page.getByRole('listitem').filter({ has: first }).first()
  const isInSight = async (target: Locator): Promise<boolean> => {
    const { y, height } = (await target.boundingBox())!
    return y > 0 && y + height < 500
  }
  await first.click()
  const signIn = game.getByRole('status').getByRole('link', { name: m.ui_sign_in(), exact: true })
  await signIn.waitFor()
  expect(await isInSight(signIn)).toBe(true)
  await signIn.click()
  await fillLoginForm(page, 'bea')
  await page.getByRole('link', { name: m.stations_see_score() }).waitFor()
  const second = page.getByRole('button', { name: /60,606,070/ })
  await second.click()
  const refusal = page.getByRole('listitem').filter({ has: second }).first().getByText(m.error_play_owned())
  await refusal.waitFor()
  expect(await isInSight(refusal)).toBe(true)
})

it('shows what has just ended on a phone whose clock is wrong too', async () => {
  await end([{ score: 64_000_000, player: 1 }])
  const { page } = await openPage(browser)
  await page.clock.setFixedTime(Date.now() + 3 * HOUR)
  await page.goto(`${site.url}/claim/${marsCode}`)
  await page.getByRole('button', { name: /64,000,000/ }).waitFor()
})
