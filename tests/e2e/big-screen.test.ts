import type { Browser } from 'playwright-core'
import { encode } from 'uqr'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts'
import { closeBrowser, findAccessibilityProblems, type ObservedPage, openBrowser, openPage, waitUntilLive } from './browser.ts'
import { type Player, signUp } from './player.ts'
import { type Site, startSite } from './site.ts'

const PLAYERS = 24
const HOUR = 3_600_000
const TELEVISION = { viewport: { width: 3840, height: 2160 } }

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
  return observed
}

it('shows standings large enough to read at ten metres, scrolls by itself, and shows a new score at once', async () => {
  const eventId = await newEvent({ kind: 'best-game', points: 'papa' })
  for (const [i, player] of players.entries())
    for (const machine of [0, 1]) await submit(player, eventId, 1_000_000 * (i + 1) + machine, machine)
  const screen = await openScreen(eventId)
  const { page, problems } = screen
  const names = page.getByRole('region', { name: 'Standings' }).getByRole('listitem')
  await expect.poll(() => names.count()).toBe(PLAYERS)
  expect(await names.first().textContent()).toContain(`player-${PLAYERS}`)
  // Text of 3 % of a screen's height is readable from ten metres: 2 cm on a 65-inch television, which is 81 cm high.
  const size = await names
    .first()
    .locator('span', { hasText: /^player-/ })
    .evaluate(element => Number.parseFloat(getComputedStyle(element).fontSize))
  expect(size).toBeGreaterThan(2160 * 0.03)
  expect(
    await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth),
  ).toBe(true)
  const region = page.getByRole('region', { name: 'Standings' })
  await expect.poll(() => region.evaluate(element => element.scrollTop), { timeout: 30_000 }).toBeGreaterThan(0)

  const { data } = encode(`${proxy.url}/submit?event=${eventId}`, { border: 2 })
  const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  expect(await page.getByRole('img', { name: 'Scan to add your score' }).locator('path').getAttribute('d')).toBe(path)

  await submit(players[0]!, eventId, 598_765_430)
  await page.getByRole('status').getByText('598,765,430').waitFor()
  await expect.poll(() => names.first().textContent()).toContain('190 points')
  expect(problems).toEqual([])
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.context().close()
})

it('reconnects by itself after a network failure', async () => {
  const eventId = await newEvent({ kind: 'high-score' })
  const { page } = await openScreen(eventId)
  await page.getByText('No scores yet. Be the first.').waitFor()
  proxy.refuseConnections()
  await page.getByText('Connection lost. Trying again.').waitFor()
  await submit(players[1]!, eventId, 7_777_770)
  proxy.restore()
  await page.getByRole('region', { name: 'Standings' }).getByText('player-2').waitFor()
  await page.getByText('7,777,770').first().waitFor()
  await page.context().close()
})

it('becomes live when the event starts, and works on a phone and in the light color scheme', async () => {
  const eventId = await newEvent({ kind: 'high-score' }, 4_000)
  const { page, problems } = await openScreen(eventId, { viewport: { width: 390, height: 844 }, colorScheme: 'light' })
  await page.getByText('Soon', { exact: true }).waitFor()
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
  await page.getByText('No round drawn yet.').waitFor()
  await director.call('events.draw', { _id: v7(), eventId })
  const round = page.getByRole('region', { name: 'Groups of round 1' })
  for (const { displayName } of guests) await round.getByText(displayName).waitFor()
  expect(problems).toEqual([])
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.context().close()
})
