import type { Browser, Locator, Page } from 'playwright-core'
import { encode } from 'uqr'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventGroupDoc } from '#events/contract/documents.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { startTcpProxy, type TcpProxy } from '../../tcp-proxy.ts'
import {
  closeBrowser,
  findAccessibilityProblems,
  type ObservedPage,
  openBrowser,
  openPage,
  waitUntilHydrated,
  waitUntilLive,
} from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const PLAYERS = 24
const HOUR = 3_600_000
const TELEVISION = { motion: true, viewport: { width: 3840, height: 2160 } }

let site: Site
let proxy: TcpProxy
let browser: Browser
let director: Player
let players: Player[]
let machines: string[]

beforeAll(async () => {
  // Browsers connect through the network that can be cut; clients connect directly.
  proxy = await startTcpProxy(() => ({ host: '127.0.0.1', port: Number(new URL(site.url).port) }))
  site = await startSite({ RATE_LIMITS: 'off', ROOT_URL: proxy.url })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'director')
  await site.admin('roles', '--add', 'event-director', '--username', 'director')
  players = []
  for (let i = 1; i <= PLAYERS; i++) players.push(await signUp(site.endpoint, `player-${i}`))
  machines = [await director.findMachine('medieval madness'), await director.findMachine('attack from mars')]
})
afterAll(async () => {
  await closeBrowser(browser)
  for (const player of [director, ...players]) await player.disconnect()
  await proxy.close()
  await site.close()
})

async function newEvent(format: object, startsIn = -HOUR): Promise<string> {
  const _id = v7()
  const [startsAt, endsAt] = [new Date(Date.now() + startsIn), new Date(Date.now() + 3 * HOUR)]
  await director.call('events.add', {
    _id,
    name: 'Tuesday Selfie League, autumn final',
    startsAt,
    endsAt,
    venue: 'The Silver Ball',
    format,
    machineIds: machines,
  })
  return _id
}

const submit = (player: Player, eventId: string, value: number, machine = 0): Promise<never> =>
  player.call('scores.submit', { _id: v7(), eventId, machineId: machines[machine], value })

async function openScreen(eventId: string, options: object = TELEVISION): Promise<ObservedPage> {
  const observed = await openPage(browser, options)
  await observed.page.goto(`${proxy.url}/events/${eventId}/live`)
  await waitUntilLive(observed)
  // In another font texts have other widths.
  await observed.page.evaluate(async () => void (await document.fonts.ready))
  return observed
}

/** True if anything on the screen is wider or higher than its place. */
const hasOverflow = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('section div, section')].some(
      element => element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1,
    ),
  )

/** True if no part of a text is cut off. A font that is still loading is wider. */
const isWhole = (text: Locator): Promise<boolean> => text.evaluate(element => element.scrollWidth <= element.clientWidth)

/** The smallest text on the screen, in px. */
const smallestText = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
    const sizes: number[] = []
    while (walker.nextNode() !== null) {
      const { parentElement, textContent } = walker.currentNode
      if (textContent!.trim() !== '' && parentElement!.getClientRects().length > 0 && parentElement!.clientWidth !== 1)
        sizes.push(Number.parseFloat(getComputedStyle(parentElement!).fontSize))
    }
    return Math.min(...sizes)
  })

/** Adds guests and returns their ids. */
async function addGuests(eventId: string, names: readonly string[]): Promise<string[]> {
  const entries = names.map(displayName => ({ _id: v7(), displayName }))
  await director.call('events.addPlayers', { eventId, entries })
  return entries.map(({ _id }) => _id)
}

/** Draws a round and enters a result for each of its groups, the lower ids first. */
async function playRound(eventId: string, watcher: DdpTestClient, round: number): Promise<void> {
  await director.call('events.draw', { _id: v7(), eventId })
  const groups = () =>
    ([...watcher.documents('eventGroups')] as unknown as [string, EventGroupDoc][]).filter(
      ([, group]) => group.eventId === eventId && group.round === round,
    )
  await watcher.waitUntil(() => groups().length > 0)
  for (const [groupId, { entrantIds }] of groups())
    await director.call('events.result', { eventId, groupId, order: [...entrantIds].sort() })
}

it('shows standings large enough to read at ten metres, in pages that turn, and a new score at once', async () => {
  const eventId = await newEvent({ kind: 'best-game', points: 'papa' })
  for (const [i, player] of players.entries())
    for (const machine of [0, 1]) await submit(player, eventId, 1_000_000 * (i + 1) + machine, machine)
  const screen = await openScreen(eventId)
  const { page, problems } = screen
  const names = page.getByRole('region', { name: 'Standings' }).getByRole('listitem')
  await page.getByText('Page 1 of 2').waitFor()
  await expect.poll(() => names.count()).toBe(PLAYERS / 2)
  expect(await names.first().textContent()).toContain(`player-${PLAYERS}`)
  expect(await names.first().textContent()).toMatch(/points$/)
  // Text of 3 % of a screen's height is readable from ten metres: 2 cm on a 65-inch television, which is 81 cm high.
  const size = await names
    .first()
    .locator('span', { hasText: /^player-/ })
    .last()
    .evaluate(element => Number.parseFloat(getComputedStyle(element).fontSize))
  expect(size).toBeGreaterThan(2160 * 0.03)
  expect(await hasOverflow(page)).toBe(false)
  await page.getByText('Page 2 of 2').waitFor()
  await expect.poll(() => names.first().textContent()).toContain(`player-${PLAYERS / 2}`)
  await page.getByText('Page 1 of 2').waitFor()

  const { data } = encode(`${proxy.url}/submit?event=${eventId}`, { border: 2 })
  const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  expect(await page.getByRole('img', { name: 'Scan to add your score' }).locator('path').getAttribute('d')).toBe(path)

  await submit(players[0]!, eventId, 598_765_430)
  await page.getByRole('status').getByText('598,765,430').waitFor()
  await expect.poll(() => names.allTextContents().then(texts => texts.join())).toContain('190 points')
  expect(problems).toEqual([])
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.context().close()
})

it('reconnects by itself after a network failure', async () => {
  const eventId = await newEvent({ kind: 'high-score' })
  const { page } = await openScreen(eventId)
  await page.getByText('No scores yet. Be the first.').waitFor()
  proxy.refuseConnections()
  await page.getByText('Connection lost. Reconnecting…').waitFor()
  await submit(players[1]!, eventId, 7_777_770)
  proxy.restore()
  await page.getByRole('region', { name: 'Standings' }).getByText('player-2').waitFor()
  await page.getByText('7,777,770').first().waitFor()
  await page.context().close()
})

it('becomes live when the event starts, and works on a phone and in the light color scheme', async () => {
  const eventId = await newEvent({ kind: 'high-score' }, 4_000)
  const { page, problems } = await openScreen(eventId, { viewport: { width: 390, height: 844 }, colorScheme: 'light' })
  await page.getByText('Starting soon', { exact: true }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(problems).toEqual([])
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.context().close()
})

it('shows the groups of the round that is on', async () => {
  const eventId = await newEvent({ kind: 'match-play', grouping: 'random', groupSize: 4, rounds: 3, points: 'ifpa' })
  const guests = Array.from({ length: 4 }, (_, i) => ({ _id: v7(), displayName: `Guest ${i + 1}` }))
  for (const guest of guests) await director.call('events.addGuest', { eventId, ...guest })
  const { page, problems } = await openScreen(eventId)
  await page.getByText('No rounds yet.').waitFor()
  await director.call('events.draw', { _id: v7(), eventId })
  const round = page.getByRole('region', { name: 'Groups of round 1' })
  for (const { displayName } of guests) await round.getByText(displayName).waitFor()
  expect(problems).toEqual([])
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.context().close()
})

it('keeps every player of a group within its panel, also beside a name of sixty letters', async () => {
  const eventId = await newEvent({ kind: 'match-play', grouping: 'random', groupSize: 4, rounds: 3, points: 'ifpa' })
  const names = ['Bartholomäus Wolfeschlegelsteinhausenbergerdorff-Hohenlohe 3', 'Guest 2', 'Guest 3', 'Guest 4']
  await addGuests(eventId, names)
  await director.call('events.draw', { _id: v7(), eventId })
  for (const locale of ['en-US', 'ar']) {
    const { page, problems } = await openScreen(eventId, { viewport: { width: 1280, height: 720 }, locale })
    const panel = (await page.locator('section:has(ul)').last().boundingBox())!
    for (const name of names) {
      const box = (await page.getByRole('listitem').getByText(name, { exact: true }).boundingBox())!
      expect(box.x, name).toBeGreaterThanOrEqual(panel.x)
      expect(box.x + box.width, name).toBeLessThanOrEqual(panel.x + panel.width)
    }
    expect(problems).toEqual([])
    await page.context().close()
  }
})

const FULL_HD = { viewport: { width: 1920, height: 1080 } }
const MATCH = { kind: 'match-play', grouping: 'random', groupSize: 4, rounds: 3, points: 'ifpa' }

it('shows all 16 players and all groups of a night without scrolling, readable at six metres, and the podium at the end', async () => {
  const eventId = await newEvent(MATCH)
  const names = Array.from({ length: 16 }, (_, i) => `Guest number ${i + 1}`)
  await addGuests(eventId, names)
  const watcher = await DdpTestClient.open(site.endpoint)
  await watcher.subscribe('events.rounds', { eventId })
  for (const round of [1, 2]) await playRound(eventId, watcher, round)
  await director.call('events.draw', { _id: v7(), eventId })
  const { page, problems } = await openScreen(eventId, FULL_HD)
  const [standings, groups] = [page.getByRole('region', { name: 'Standings' }), page.getByRole('region', { name: 'Groups of round 3' })]
  await expect.poll(() => standings.getByRole('listitem').count()).toBe(16)
  for (const name of names) {
    const shown = standings.getByText(name, { exact: true })
    await shown.waitFor()
    await expect.poll(() => isWhole(shown), { message: name }).toBe(true)
    await groups.getByText(name, { exact: true }).waitFor()
  }
  expect(await page.getByText(/^Page \d/).count()).toBe(0)
  expect(await hasOverflow(page)).toBe(false)
  expect(await smallestText(page)).toBeGreaterThanOrEqual(1080 / 40)
  expect(await findAccessibilityProblems(page)).toEqual([])

  const [dropped] = [...watcher.documents('eventRounds')].find(([, round]) => round.number === 3)!
  await director.call('events.drop', { eventId, roundId: dropped })
  await director.call('events.close', { eventId })
  const podium = page.getByRole('region', { name: 'Podium' })
  await podium.waitFor()
  expect(await podium.getByRole('listitem').count()).toBeGreaterThanOrEqual(3)
  // The groups of the round before are measured after they are shown.
  await expect.poll(() => hasOverflow(page), { timeout: 5000 }).toBe(false)
  expect(await findAccessibilityProblems(page)).toEqual([])
  expect(problems).toEqual([])
  watcher.socket.close()
  await page.context().close()
})

describe('an evening of 17', () => {
  const names = Array.from({ length: 17 }, (_, i) => `Guest number ${i + 1}`)
  const screens = [
    { viewport: { width: 1920, height: 1080 }, colorScheme: 'dark' },
    { viewport: { width: 1920, height: 1080 }, colorScheme: 'light' },
    { viewport: { width: 3840, height: 2160 }, colorScheme: 'dark' },
    { viewport: { width: 3840, height: 2160 }, colorScheme: 'light' },
  ] as const
  let eventId: string
  let watcher: DdpTestClient
  let opened: ObservedPage[]

  beforeAll(async () => {
    eventId = await newEvent(MATCH)
    await addGuests(eventId, names)
    watcher = await DdpTestClient.open(site.endpoint)
    await watcher.subscribe('events.rounds', { eventId })
    await playRound(eventId, watcher, 1)
    opened = []
    for (const options of screens) opened.push(await openScreen(eventId, options))
  })
  afterAll(async () => {
    watcher.socket.close()
    for (const { page } of opened) await page.context().close()
  })

  const latestRound = (): string => {
    const rounds = [...watcher.documents('eventRounds')].filter(([, round]) => round.eventId === eventId)
    return rounds.sort(([, a], [, b]) => (b.number as number) - (a.number as number))[0]![0]
  }

  /** Takes pictures for who looks at them. */
  const picture = async (page: Page, name: string, { viewport, colorScheme }: (typeof screens)[number]): Promise<void> => {
    const folder = process.env.SCREENS
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${viewport.height}-${colorScheme}.png` })
  }

  it('hears a round when it is drawn: every group with its machine in large type, and then the standings again', async () => {
    for (const [i, { page, problems }] of opened.entries()) {
      // A round is called for as long as one screen takes to be looked at, so each screen gets one of its own.
      if (i > 0) await director.call('events.drop', { eventId, roundId: latestRound() })
      await director.call('events.draw', { _id: v7(), eventId })
      const call = page.getByRole('region', { name: 'Groups of round 2' })
      const cards = call.locator('ul > li')
      const machinesShown = cards.locator('strong').filter({ hasText: /^(?:Medieval Madness|Attack from Mars)/ })
      await expect
        .poll(async () => [(await cards.locator('li').allTextContents()).sort(), await machinesShown.count()])
        .toEqual([[...names].sort(), 5])
      expect(await page.getByRole('region', { name: 'Standings' }).count()).toBe(0)
      const size = await cards
        .locator('li')
        .first()
        .evaluate(element => Number.parseFloat(getComputedStyle(element).fontSize))
      expect(size).toBeGreaterThan(screens[i]!.viewport.height * 0.04)
      expect(await hasOverflow(page)).toBe(false)
      await picture(page, 'call', screens[i]!)
      expect(await findAccessibilityProblems(page)).toEqual([])
      expect(problems).toEqual([])
    }
    for (const { page } of opened) await page.getByRole('region', { name: 'Standings' }).waitFor({ timeout: 40_000 })
  })

  it('fills the screen as one of 16 does: all players and all groups at once', async () => {
    for (const [i, { page, problems }] of opened.entries()) {
      const [standings, round] = [page.getByRole('region', { name: 'Standings' }), page.getByRole('region', { name: 'Groups of round 2' })]
      await expect.poll(() => standings.getByRole('listitem').count()).toBe(17)
      for (const name of names) {
        const shown = standings.getByText(name, { exact: true })
        await expect.poll(() => isWhole(shown), { message: name }).toBe(true)
        await round.getByText(name, { exact: true }).waitFor()
      }
      expect(await page.getByText(/^Page \d/).count()).toBe(0)
      expect(await hasOverflow(page)).toBe(false)
      const box = (await standings.boundingBox())!
      const last = (await standings.getByRole('listitem').nth(8).boundingBox())!
      expect(last.y + last.height).toBeGreaterThan(box.y + box.height * 0.9)
      expect(last.y + last.height).toBeLessThanOrEqual(box.y + box.height)
      expect(await smallestText(page)).toBeGreaterThanOrEqual(screens[i]!.viewport.height / 40)
      await picture(page, 'standings', screens[i]!)
      expect(await findAccessibilityProblems(page)).toEqual([])
      expect(problems).toEqual([])
    }
  })

  it('does not call a round that is taken back, nor the one before it', async () => {
    await director.call('events.drop', { eventId, roundId: latestRound() })
    for (const { page } of opened) {
      await page.getByRole('heading', { name: 'Round 1' }).waitFor()
      expect(await page.getByRole('region', { name: 'Standings' }).count()).toBe(1)
    }
  })

  it('is set in the display font, with whole names, also where that comes after the first paint', async () => {
    const { page, problems } = await openPage(browser, screens[0])
    let release = (): void => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/*.woff2', async route => {
      await released
      await route.continue()
    })
    await page.goto(`${proxy.url}/events/${eventId}/live`, { waitUntil: 'commit' })
    const name = page.getByRole('region', { name: 'Standings' }).getByText(names[0]!, { exact: true })
    await name.waitFor()
    await waitUntilHydrated(page)
    expect(await isWhole(name)).toBe(false)
    release()
    await expect.poll(() => isWhole(name)).toBe(true)
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('ends with its winner, on the screens and on the event’s page', async () => {
    await watcher.subscribe('events.standings', { eventId })
    const rows = [...watcher.documents('standings').values()].filter(row => row.eventId === eventId)
    const first = rows.filter(({ rank }) => rank === 1)
    expect(first).toHaveLength(5)
    await director.call('events.close', { eventId })
    // Five share the first rank, and none of them is the winner.
    for (const { page } of opened) {
      await page.getByRole('region', { name: 'Podium' }).waitFor()
      expect(await page.getByText('Winner', { exact: true }).count()).toBe(0)
    }
    await director.call('events.playoff', { _id: v7(), eventId, order: first.map(({ entrantId }) => entrantId) })
    for (const [i, { page }] of opened.entries()) {
      const podium = page.getByRole('region', { name: 'Podium' })
      await podium.getByText('Winner', { exact: true }).waitFor()
      // The rows get their ranks one after another.
      await expect
        .poll(() => podium.getByRole('listitem').allTextContents())
        .toEqual([
          expect.stringContaining(`Winner${String(first[0]!.displayName)}`),
          expect.stringContaining(String(first[1]!.displayName)),
          expect.stringContaining(String(first[2]!.displayName)),
        ])
      await expect.poll(() => hasOverflow(page), { timeout: 5000 }).toBe(false)
      await picture(page, 'podium', screens[i]!)
    }
    for (const options of screens.slice(0, 2)) {
      const { page, problems } = await openPage(browser, options)
      await page.goto(`${proxy.url}/events/${eventId}`)
      const podium = page.getByRole('region', { name: 'Podium' })
      expect(await podium.getByRole('listitem').first().textContent()).toContain(`Winner${String(first[0]!.displayName)}`)
      await picture(page, 'winner', options)
      expect(await findAccessibilityProblems(page)).toEqual([])
      expect(problems).toEqual([])
      await page.context().close()
    }
  })
})

it.each([
  { width: 390, height: 844 },
  { width: 1080, height: 1920 },
])('has one column on an upright screen of $width × $height, with whole names, and nothing moves', async viewport => {
  const eventId = await newEvent(MATCH)
  await addGuests(
    eventId,
    Array.from({ length: 16 }, (_, i) => `Fiona Flipperfing ${i + 1}`),
  )
  const watcher = await DdpTestClient.open(site.endpoint)
  await watcher.subscribe('events.rounds', { eventId })
  await playRound(eventId, watcher, 1)
  await director.call('events.draw', { _id: v7(), eventId })
  const { page, problems } = await openScreen(eventId, { viewport })
  const names = page.getByRole('region', { name: 'Standings' }).getByText(/^Fiona Flipperfing/)
  await page
    .getByText(/^Page 1 of/)
    .first()
    .waitFor()
  const boxes = await names.evaluateAll(all =>
    all.map(name => ({ left: name.getBoundingClientRect().left, isWhole: name.scrollWidth <= name.clientWidth })),
  )
  expect(boxes.length).toBeGreaterThan(5)
  expect(new Set(boxes.map(({ left }) => left)).size).toBe(1)
  expect(boxes.every(({ isWhole }) => isWhole)).toBe(true)
  expect(await hasOverflow(page)).toBe(false)
  const moved = await page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const add = (list: PerformanceObserverEntryList) => resolve(sum(list.getEntries()))
        const sum = (entries: PerformanceEntry[]) =>
          entries.reduce((total, each) => total + (each as PerformanceEntry & { value: number }).value, 0)
        new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
  )
  expect(moved).toBeLessThan(0.001)
  expect(problems).toEqual([])
  watcher.socket.close()
  await page.context().close()
})

it('divides a group of 40 into cards, and a podium that 40 share is counted', async () => {
  const eventId = await newEvent({ kind: 'amazing-race', out: 1 })
  const names = Array.from({ length: 40 }, (_, i) => `Racer ${i + 1}`)
  await addGuests(eventId, names)
  const watcher = await DdpTestClient.open(site.endpoint)
  await watcher.subscribe('events.rounds', { eventId })
  await director.call('events.draw', { _id: v7(), eventId })
  await watcher.waitUntil(() => watcher.documents('eventGroups').size > 0)
  const { page } = await openScreen(eventId, FULL_HD)
  const groups = page.getByRole('region', { name: 'Groups of round 1' })
  const seen = new Set<string>()
  const see = async (): Promise<number> => {
    for (const name of await groups.getByText(/^Racer \d+$/).allTextContents()) seen.add(name)
    expect(await hasOverflow(page)).toBe(false)
    return seen.size
  }
  await groups
    .getByText(/^Racer \d+$/)
    .first()
    .waitFor()
  await expect.poll(see, { timeout: 60_000, interval: 1000 }).toBe(40)
  expect(await smallestText(page)).toBeGreaterThanOrEqual(1080 / 40)

  const [groupId, { entrantIds }] = ([...watcher.documents('eventGroups')] as unknown as [string, EventGroupDoc][])[0]!
  await director.call('events.result', { eventId, groupId, order: entrantIds })
  await director.call('events.close', { eventId })
  // 39 are still in, and share the first rank.
  const podium = page.getByRole('region', { name: 'Podium' })
  await podium.getByText('and 27 more').waitFor()
  expect(await podium.getByRole('listitem').count()).toBe(12)
  expect(await hasOverflow(page)).toBe(false)
  expect(await findAccessibilityProblems(page)).toEqual([])
  watcher.socket.close()
  await page.context().close()
})

it.each([5, 6, 12, 13])('has room for a podium that %i share', async winners => {
  const eventId = await newEvent({ kind: 'amazing-race', out: 1 })
  await addGuests(
    eventId,
    Array.from({ length: winners + 1 }, (_, i) => `Racer ${i + 1}`),
  )
  const watcher = await DdpTestClient.open(site.endpoint)
  await watcher.subscribe('events.rounds', { eventId })
  await playRound(eventId, watcher, 1)
  await director.call('events.close', { eventId })
  const { page } = await openScreen(eventId, FULL_HD)
  const podium = page.getByRole('region', { name: 'Podium' })
  await expect.poll(() => podium.getByRole('listitem').count()).toBe(Math.min(winners, 12))
  // Before the page turns.
  const isLegible = async () => (await smallestText(page)) >= 1080 / 40
  await expect.poll(async () => [await hasOverflow(page), await isLegible()], { timeout: 5000 }).toEqual([false, true])
  watcher.socket.close()
  await page.context().close()
})

it('shows 40 players in pages that turn, and who is out dim but legible', async () => {
  const eventId = await newEvent({ kind: 'strikes', groupSize: 4, strikesToLeave: 1, strikes: 'standard' })
  await addGuests(
    eventId,
    Array.from({ length: 40 }, (_, i) => `Guest ${i + 1}`),
  )
  const watcher = await DdpTestClient.open(site.endpoint)
  await watcher.subscribe('events.rounds', { eventId })
  await playRound(eventId, watcher, 1)
  await director.call('events.draw', { _id: v7(), eventId })
  const { page } = await openScreen(eventId, FULL_HD)
  const standings = page.getByRole('region', { name: 'Standings' })
  const seen = new Set<string>()
  for (const n of [1, 2, 3]) {
    await standings.getByText(`Page ${n} of 3`).waitFor()
    for (const text of await standings.getByRole('listitem').allTextContents()) seen.add(/Guest \d+/.exec(text)![0])
    expect(await hasOverflow(page)).toBe(false)
    expect(await findAccessibilityProblems(page)).toEqual([])
  }
  expect(seen.size).toBe(40)
  watcher.socket.close()
  await page.context().close()
})
