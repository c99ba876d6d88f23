import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrowseInput, MACHINE_SORTS, type MachinePageDoc, machinePageId } from '#machines/contract/catalogue.ts'
import type { MachineDoc } from '#machines/contract/machines.ts'
import { machineSearchText } from '#machines/server/machine-search-text.ts'
import { isFoundBy } from '#platform/text/fold.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { verifyBoards } from '#scores/server/boards/verify-boards.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, makeAdmin, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const HOUR = 3_600_000
const PAGE_SIZE = 60
const MANUFACTURERS = ['Bally', 'Gottlieb', 'Stern Pinball', 'O’Neill & Söhne']
const WORDS = ['alpha', 'beta', 'gamma']

interface ModelMachine {
  id: string
  name: string
  manufacturer: string
  year: number | null
  type: 'em' | 'ss' | 'me'
  retired: boolean
  /** when each accepted game ended, in ms */
  games: number[]
}

let clock: SettableClock
let testApp: TestApp
let client: DdpTestClient
let players: TestUser[]
const model: ModelMachine[] = []

/** The same choice on every run. */
const pick = <T>(values: readonly T[], seed: number): T => values[seed % values.length]!

beforeAll(async () => {
  clock = createSettableClock()
  testApp = await createTestApp({ config: { rateLimits: 'off' }, clock })
  const { pool } = testApp.app.database
  await pool.query('UPDATE machines SET retired = true')
  const machines = fc.sample(
    fc.record({
      word: fc.constantFrom(...WORDS),
      manufacturer: fc.constantFrom(...MANUFACTURERS),
      year: fc.option(fc.integer({ min: 1931, max: 2029 }), { freq: 6 }),
      type: fc.constantFrom('em' as const, 'ss' as const, 'me' as const),
      retired: fc.integer({ min: 0, max: 9 }).map(n => n === 0),
    }),
    { numRuns: 170, seed: 7 },
  )
  for (const [i, { word, ...facts }] of machines.entries())
    model.push({ id: uuidv7(), name: `${word} ${String(1000 + ((i * 7919) % 997))}`, ...facts, games: [] })
  await pool.query(
    `INSERT INTO machines (id, name, manufacturer, year, type, retired, search)
     SELECT id, name, manufacturer, year, type, retired, search FROM jsonb_to_recordset($1)
       AS r (id text, name text, manufacturer text, year integer, type text, retired boolean, search text)`,
    [JSON.stringify(model.map(each => ({ ...each, search: machineSearchText(each) })))],
  )
  await testApp.restart()
  players = [await signUp(testApp, 'Ada'), await signUp(testApp, 'Bob')]
  await makeAdmin(testApp, players[1]!.id)
  client = await DdpTestClient.open(testApp.endpoint)
  const seeds = fc.sample(fc.nat(), { numRuns: 140, seed: 11 })
  const submitted: { _id: string; machine: ModelMachine; at: number }[] = []
  for (const [i, seed] of seeds.entries()) {
    const machine = pick(model.slice(0, 60), seed)
    const at = clock.now() - HOUR * (1 + (seed % 500)) - i
    const _id = uuidv7()
    await players[0]!.client.call('scores.submit', { _id, machineId: machine.id, value: 1000 + i, achievedAt: new Date(at) })
    machine.games.push(at)
    submitted.push({ _id, machine, at })
  }
  // Some of them, among them the newest game and the only game of a machine, are removed or rejected again, and some are accepted again.
  const newest = submitted.reduce((a, b) => (a.at > b.at ? a : b))
  const only = submitted.find(({ machine }) => machine.games.length === 1)!
  const gone = new Set([newest, only, ...submitted.filter((_, i) => i % 5 === 0)])
  for (const [i, { _id, machine, at }] of [...gone].entries()) {
    if (i % 3 === 0) await players[0]!.client.call('scores.remove', { scoreId: _id })
    else await players[1]!.client.call('scores.moderate', { scoreId: _id, status: 'rejected', version: 1, reason: 'A test.' })
    if (i % 3 === 2) await players[1]!.client.call('scores.moderate', { scoreId: _id, status: 'verified', version: 2 })
    else machine.games.splice(machine.games.indexOf(at), 1)
  }
  await testApp.settled()
})
afterAll(() => testApp.close())

const lastPlayed = ({ games }: ModelMachine): number => Math.max(Number.NEGATIVE_INFINITY, ...games)
const byName = (a: ModelMachine, b: ModelMachine): number => (a.name < b.name ? -1 : 1)
const descending = (a: number, b: number): number => (a === b ? 0 : b > a ? 1 : -1)
const ORDERS: Record<(typeof MACHINE_SORTS)[number], (a: ModelMachine, b: ModelMachine) => number> = {
  name: byName,
  recent: (a, b) => descending(lastPlayed(a), lastPlayed(b)) || byName(a, b),
  most: (a, b) => descending(a.games.length, b.games.length) || byName(a, b),
  newest: (a, b) => descending(a.year ?? 0, b.year ?? 0) || byName(a, b),
}

/** What the publication has to show, computed the simple way. */
function expected({ text = '', type, manufacturer, decade, played = false, sort = 'name', page = 1 }: BrowseInput) {
  const found = model
    .filter(machine => !machine.retired)
    .filter(machine => type === undefined || machine.type === type)
    .filter(machine => manufacturer === undefined || machine.manufacturer === manufacturer)
    .filter(machine => decade === undefined || (machine.year !== null && Math.floor(machine.year / 10) * 10 === decade))
    .filter(machine => !played || machine.games.length > 0)
    .filter(machine => isFoundBy(machineSearchText(machine), text))
    .sort(ORDERS[sort])
  return { total: found.length, machines: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE) }
}

async function browse(input: BrowseInput) {
  const subscription = await client.subscribe('machines.browse', input)
  const page = client.documents('machinePages').get(machinePageId(input)) as unknown as MachinePageDoc
  const documents = client.documents('machines') as unknown as ReadonlyMap<string, MachineDoc>
  const machines = page.machineIds.map(id => ({
    id,
    scores: documents.get(id)!.scores,
    lastPlayedAt: documents.get(id)!.lastPlayedAt?.getTime() ?? Number.NEGATIVE_INFINITY,
  }))
  await client.unsubscribe(subscription)
  return { total: page.total, machines }
}

const inputs = fc.record(
  {
    text: fc.constantFrom('', 'alpha', 'beta 1', 'stern', '19'),
    type: fc.constantFrom('em' as const, 'ss' as const, 'me' as const),
    manufacturer: fc.constantFrom(...MANUFACTURERS, 'Nobody'),
    decade: fc.constantFrom(1930, 1970, 1990, 2020, 2090),
    played: fc.boolean(),
    sort: fc.constantFrom(...MACHINE_SORTS),
    page: fc.constantFrom(1, 1, 2, 3, 9),
  },
  { requiredKeys: [] },
)

describe('machines.browse', () => {
  it('shows for all filters and orders, alone and together, what a simple filter and sort of the same machines shows', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async input => {
        const { total, machines } = expected(input)
        expect(await browse(input)).toEqual({
          total,
          machines: machines.map(machine => ({ id: machine.id, scores: machine.games.length, lastPlayedAt: lastPlayed(machine) })),
        })
      }),
      { numRuns: 120 },
    )
  })

  it('never begins with a machine without scores where it is sorted by activity', async () => {
    for (const sort of ['recent', 'most'] as const) {
      const { machines } = await browse({ sort })
      const firstEmpty = machines.findIndex(({ scores }) => scores === 0)
      expect(firstEmpty).toBeGreaterThan(10)
      expect(machines.slice(firstEmpty).every(({ scores }) => scores === 0)).toBe(true)
    }
  })

  it('names the field of a value that it does not know', async () => {
    for (const [input, field] of [
      [{ decade: 1995 }, 'decade'],
      [{ decade: 1920 }, 'decade'],
      [{ sort: 'random' }, 'sort'],
      [{ played: 1 }, 'played'],
      [{ manufacturer: '' }, 'manufacturer'],
      [{ maker: 'Bally' }, 'maker'],
    ] as const) {
      const { error } = await client.subscribe('machines.browse', input)
      expect(error).toMatchObject({ error: 400, reason: expect.stringContaining(field) })
    }
  })

  it('has different documents for different parameters', () => {
    fc.assert(
      fc.property(inputs, inputs, (a, b) => {
        const same = (input: BrowseInput) => JSON.stringify(expectedKey(input))
        if (same(a) !== same(b)) expect(machinePageId(a)).not.toBe(machinePageId(b))
      }),
    )
    expect(machinePageId({ text: 'x', manufacturer: 'a/1/b' })).not.toBe(machinePageId({ text: 'b/1/x', manufacturer: 'a' }))
  })

  it('keeps the order for those who read it, with live numbers, and gives the new order to others within a minute', async () => {
    const input = { sort: 'recent', played: true } as const
    const before = expected(input).machines.map(({ id }) => id)
    const reader = await DdpTestClient.open(testApp.endpoint)
    await reader.subscribe('machines.browse', input)
    const page = () => reader.documents('machinePages').get(machinePageId(input)) as unknown as MachinePageDoc
    const last = model.find(({ id }) => id === before.at(-1))!
    const at = clock.now() - 1
    await players[0]!.client.call('scores.submit', { _id: uuidv7(), machineId: last.id, value: 5, achievedAt: new Date(at) })
    last.games.push(at)
    await reader.waitUntil(() => (reader.documents('machines').get(last.id) as unknown as MachineDoc).lastPlayedAt?.getTime() === at)
    expect(page()).toMatchObject({ machineIds: before })
    expect(page().outdated).toBeUndefined()
    clock.set(clock.now() + 61_000)
    await reader.waitUntil(() => page().outdated === true)
    expect(page().machineIds).toEqual(before)
    const after = [last.id, ...before.slice(0, -1)]
    expect((await browse(input)).machines.map(({ id }) => id)).toEqual(after)
    const html = await (await fetch(`${testApp.http}/machines?played=1`)).text()
    expect(html.indexOf(`href="/machines/${after[0]}"`)).toBeLessThan(html.indexOf(`href="/machines/${after[1]}"`))
    expect(page().machineIds).toEqual(before)
  })

  it('says when a machine was last played also after scores are removed, rejected, accepted, released and erased', async () => {
    const machine = model.find(({ games, retired }) => games.length === 0 && !retired)!
    const [older, newer, odd] = [3, 2, 1].map(hours => clock.now() - hours * HOUR) as [number, number, number]
    const una = await signUp(testApp, 'Una')
    const reader = await DdpTestClient.open(testApp.endpoint)
    await reader.subscribe('machines.browse', { text: machine.name })
    const submit = async ({ client: by }: TestUser, at: number, value: number): Promise<string> => {
      const _id = uuidv7()
      await by.call('scores.submit', { _id, machineId: machine.id, value, achievedAt: new Date(at) })
      return _id
    }
    const moderate = (scoreId: string, status: string, version: number): Promise<unknown> =>
      players[1]!.client.call('scores.moderate', { scoreId, status, version, reason: 'A test.' })
    const isShown = (at: number | undefined): Promise<unknown> =>
      expect.poll(() => (reader.documents('machines').get(machine.id) as unknown as MachineDoc).lastPlayedAt?.getTime()).toBe(at)

    const first = await submit(players[1]!, older, 1000)
    const removed = await submit(players[1]!, newer, 2000)
    await isShown(newer)
    await players[1]!.client.call('scores.remove', { scoreId: removed })
    await isShown(older)
    await moderate(first, 'rejected', 1)
    await isShown(undefined)
    await moderate(first, 'unverified', 2)
    await isShown(older)
    const held = await submit(una, odd, 9_999_999_999_999)
    await moderate(held, 'unverified', 1)
    await isShown(odd)
    await una.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })
    await isShown(older)
    machine.games.push(older)
    await reader.close()
  })

  it('agrees with the scores about when each machine was last played', async () => {
    expect((await verifyBoards(testApp.app.database)).differences).toEqual([])
  })
})

const expectedKey = ({ text = '', type, manufacturer, decade, played = false, sort = 'name', page = 1 }: BrowseInput) => [
  text,
  type,
  manufacturer,
  decade,
  played,
  sort,
  page,
]

describe('machines.filters', () => {
  it('has the manufacturers and decades of the machines that are not retired', async () => {
    await client.subscribe('machines.filters', {})
    const shown = model.filter(({ retired }) => !retired)
    const decades = shown.flatMap(({ year }) => (year === null ? [] : [Math.floor(year / 10) * 10]))
    expect(client.documents('machineFilters').get('all')).toEqual({
      manufacturers: [...new Set(shown.map(({ manufacturer }) => manufacturer))].sort(),
      decades: [...new Set(decades)].sort((a, b) => b - a),
    })
  })
})
