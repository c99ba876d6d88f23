import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventDoc, EventEntrantDoc, EventGroupDoc, StandingsDoc } from '#events/contract/documents.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, openBrowser } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { Person } from './person.ts'

const DESK = { motion: true, viewport: { width: 1280, height: 800 }, timezoneId: 'Europe/Berlin' }
const PHONE = { motion: true, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, timezoneId: 'Europe/Berlin' }
const NAMES = 'Ada Ben Cleo Dan Eve Finn Gus Hanna Ivo Jana Kai Lena Milo Nora Otto Pia'.split(' ')
const LATE = 'Quentin'
const MACHINES = ['attack from mars', 'medieval madness', 'funhouse', 'twilight zone', 'addams family']
/** The points of the places, by the size of the group. */
const POINTS: Readonly<Record<number, readonly number[]>> = { 4: [7, 5, 3, 1], 3: [7, 4, 1], 2: [7, 1] }

let site: Site
let browser: Browser
let director: Player
let visitor: DdpTestClient

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  visitor = await DdpTestClient.open(site.endpoint)
})
afterAll(async () => {
  await director?.disconnect()
  visitor?.socket.close()
  await closeBrowser(browser)
  await site?.close()
})

const documents = <T>(collection: string): (T & { _id: string })[] =>
  [...visitor.documents(collection)].map(([_id, each]) => ({ ...(each as unknown as T), _id }))

/** The groups of a round, each with its players' names. */
function groupsOf(round: number): { number: number; names: string[] }[] {
  const names = new Map(documents<EventEntrantDoc>('eventEntrants').map(({ _id, displayName }) => [_id, displayName]))
  return documents<EventGroupDoc>('eventGroups')
    .filter(group => group.round === round)
    .map(group => ({ number: group.number, names: group.entrantIds.map(id => names.get(id)!) }))
    .sort((a, b) => a.number - b.number)
}

interface Row {
  name: string
  points: number
  /** places in groups, sorted: fewer of a better place is worse */
  places: number[]
}

/** The standings that follow from finishing orders, worked out anew. */
function computeRows(results: readonly (readonly string[])[]): Row[] {
  const rows = new Map([...NAMES, LATE].map(name => [name, { name, points: 0, places: [] as number[] }]))
  for (const order of results) {
    for (const [i, name] of order.entries()) {
      const row = rows.get(name)!
      row.points += POINTS[order.length]![i]!
      row.places.push(i + 1)
    }
  }
  return [...rows.values()].map(row => ({ ...row, places: row.places.sort() })).sort(compareRows)
}

/** More points are better; then more firsts, more seconds, and so on. */
function compareRows(a: Row, b: Row): number {
  const count = (row: Row, place: number): number => row.places.filter(each => each === place).length
  return b.points - a.points || [1, 2, 3, 4].map(place => count(b, place) - count(a, place)).find(each => each !== 0) || 0
}

/** The lines of the results file, those of tied players sorted by name. @param playoff the tied players in the order of their playoff */
function expectedLines(rows: readonly Row[], playoff: readonly string[]): string[] {
  const rank = (row: Row): number => rows.filter(other => compareRows(other, row) < 0).length + 1 + Math.max(0, playoff.indexOf(row.name))
  return rows.map(row => `${rank(row)},${row.name},,${row.points},${playoff.includes(row.name) ? 'playoff' : ''}`).sort(byPosition)
}
const byPosition = (a: string, b: string): number => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1)

async function addMachine(person: Person, letters: string): Promise<void> {
  await person.tap(person.page.getByRole('combobox', { name: 'Add machine' }))
  await person.type(letters)
  await person.tap(
    person.page
      .getByRole('listbox')
      .getByRole('option', { name: new RegExp(letters, 'i') })
      .first(),
  )
}

async function setUp(page: Page): Promise<string> {
  const desk = new Person(page, false)
  await desk.tap(page.getByLabel('Name', { exact: true }))
  await desk.typeName('Thursday Pins 12')
  await desk.tap(page.getByRole('radio', { name: /^Match play/ }))
  await page.getByLabel('Rounds', { exact: true }).waitFor()
  await desk.tap(page.getByLabel('Rounds', { exact: true }))
  await desk.key('Control+a')
  await desk.type('2')
  for (const machine of MACHINES) await addMachine(desk, machine)
  await desk.press('Add event')
  await page.waitForURL(/\?show=direct$/)
  const { taps, keys } = { ...desk.effort }
  await desk.tap(page.getByRole('combobox', { name: 'Name of a player or guest' }))
  for (const name of NAMES) {
    await desk.typeName(name)
    await desk.key('Enter')
  }
  // Players whom a director adds are here.
  await page.getByText('16 here').waitFor()
  expect(desk.effort.taps - taps + desk.effort.keys - keys).toBeLessThanOrEqual(40)
  desk.report('a match-play evening of 16 is set up at a desk')
  return new URL(page.url()).pathname.split('/').at(-1)!
}

it('plays a match-play evening of 16 from nothing to the results file, with everything that goes wrong', async () => {
  const desk = await openSignedIn(browser, site, 'dora', { ...DESK, path: '/events/new' })
  const eventId = await setUp(desk.page)
  await desk.page.context().close()
  for (const name of ['events.one', 'events.entrants', 'events.rounds', 'events.standings']) await visitor.subscribe(name, { eventId })
  const state = (): string => (visitor.documents('events').get(eventId) as unknown as EventDoc).state

  const { page } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}?show=direct` })
  const phone = new Person(page, true)
  await phone.part('Rounds')
  await phone.press('Start round 1')
  await visitor.waitUntil(() => groupsOf(1).length === 4)
  await phone.press('Start now')
  await visitor.waitUntil(() => state() === 'live')

  // The machine of group 1 breaks.
  const broken = documents<EventGroupDoc>('eventGroups').find(({ number }) => number === 1)!.machineId
  const brokenName = (visitor.documents('eventMachines').get(`${eventId}/${broken}`) as unknown as { name: string }).name
  await phone.part('Machines')
  await phone.press(`Mark out of order: ${brokenName}`)
  await phone.part('Rounds')
  await phone.press('Move group 1 to another machine')
  await phone.press('Move group')
  await visitor.waitUntil(() => documents<EventGroupDoc>('eventGroups').find(({ number }) => number === 1)!.machineId !== broken)

  // The result of group 2 is entered wrong and corrected.
  const first = groupsOf(1)
  for (const { number, names } of first) {
    await phone.press(`Enter result of group ${number}`)
    await phone.enterResult(number === 2 ? names.toReversed() : names)
  }
  await phone.press('Edit result of group 2')
  const dialog = page.getByRole('dialog')
  for (const _ of first[1]!.names) await phone.tap(dialog.getByRole('button', { name: 'Undo last' }))
  await phone.enterResult(first[1]!.names)

  // One arrives late.
  await phone.part('Players')
  await phone.press('Add players')
  await phone.typeName(LATE)
  await phone.key('Enter')
  await page.getByText('17 here').waitFor()

  await phone.part('Rounds')
  await phone.press('Start round 2')
  await visitor.waitUntil(() => groupsOf(2).length === 5)
  const results = first.map(({ names }) => names)
  const afterFirst = computeRows(results).map(({ name }) => name)
  for (const { number, names } of groupsOf(2)) {
    const order = names.toSorted((a, b) => afterFirst.indexOf(a) - afterFirst.indexOf(b))
    results.push(order)
    await phone.press(`Enter result of group ${number}`)
    await phone.enterResult(order)
  }

  // The end was a mistake; the second one is not.
  await phone.press('End event')
  await phone.tap(dialog.getByRole('button', { name: /^End/ }))
  await visitor.waitUntil(() => state() === 'finished')
  await phone.press('Reopen event')
  await visitor.waitUntil(() => state() === 'live')
  await phone.press('End event')
  await phone.tap(dialog.getByRole('button', { name: /^End/ }))
  await visitor.waitUntil(() => state() === 'finished')

  // The best tie is played off. Two of the first three places are tied whatever the draw was.
  const rows = computeRows(results)
  const tied = rows
    .map(row => rows.filter(other => compareRows(row, other) === 0).map(({ name }) => name))
    .find(({ length }) => length > 1)!
  expect(rows.findIndex(({ name }) => tied.includes(name))).toBeLessThan(3)
  const playoff = tied.toReversed()
  await phone.tap(page.getByRole('link', { name: 'Standings' }))
  // A tie of two is decided by one tap on the winner.
  if (playoff.length === 2) {
    await phone.tap(page.getByRole('button', { name: new RegExp(`^${playoff[0]} won the tie for`) }).first())
  } else {
    await phone.tap(page.getByRole('button', { name: /^Decide tie for/ }).first())
    for (const name of playoff.slice(0, -1)) await phone.tap(dialog.locator('button[aria-pressed]', { hasText: name }))
    await phone.press('Save order')
    await dialog.waitFor({ state: 'detached' })
  }
  await visitor.waitUntil(() => documents<StandingsDoc>('standings').some(row => row.playoff === true))

  await phone.tap(page.getByRole('link', { name: 'Manage', exact: true }))
  await phone.part('Event')
  const [download] = await Promise.all([page.waitForEvent('download'), phone.press('Download CSV')])
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
  const start = lines.indexOf('position,name,ifpa_number,points,tie_break') + 1
  expect(lines.slice(start, start + 17).sort(byPosition)).toEqual(expectedLines(rows, playoff))
  phone.report('a match-play evening of 17 is run with a phone')
  await page.context().close()
})
