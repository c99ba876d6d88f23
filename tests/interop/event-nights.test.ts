import SimpleDdp from 'simpleddp'
import { simpleDDPLogin } from 'simpleddp-plugin-login'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { EventEntrantDoc, EventGroupDoc, StandingsDoc } from '#events/contract/documents.ts'
import { seededRandom } from '#events/rules/draw/seeded-random.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { digestPassword, grantRoles, listMachines, PASSWORD, signUp } from '../integration/helpers/users.ts'
import { type InteropHarness, startInteropHarness, waitForCondition } from './harness.ts'

const PLAYERS = 24
const HOUR = 3_600_000

interface Player {
  userId: string
  name: string
  client: SimpleDdp
}

let harness: InteropHarness
let machines: string[]
let director: SimpleDdp
let players: Player[]
let visitor: SimpleDdp

/** An unmodified npm client, connected. */
async function connected(): Promise<SimpleDdp> {
  const client = new SimpleDdp({ endpoint: harness.endpoint, SocketConstructor: WebSocket, reconnectInterval: 20 }, [simpleDDPLogin])
  await client.connect()
  return client
}

async function player(name: string): Promise<Player> {
  const { id: userId, client: signUpClient } = await signUp(harness.testApp, name)
  await signUpClient.close()
  const client = await connected()
  await client.login({ user: { username: name }, password: digestPassword(PASSWORD) })
  return { userId, name, client }
}

beforeAll(async () => {
  harness = await startInteropHarness()
  machines = (await listMachines(harness.testApp, 10)).map(({ id }) => id)
  const one = await player('Director')
  await grantRoles(harness.testApp, one.userId, ['event-director'])
  director = one.client
  players = []
  for (let i = 0; i < PLAYERS; i++) players.push(await player(`Player ${i + 1}`))
  visitor = await connected()
})
afterAll(async () => {
  await Promise.all([director, visitor, ...players.map(({ client }) => client)].map(client => client.disconnect()))
  await harness.close()
})

async function newEvent(format: object, machineIds: string[]): Promise<string> {
  const _id = uuidv7()
  const [startsAt, endsAt] = [new Date(Date.now() - HOUR), new Date(Date.now() + HOUR)]
  await director.call('events.add', { _id, name: 'A night', startsAt, endsAt, format, machineIds })
  for (const name of ['events.standings', 'events.rounds', 'events.entrants']) await visitor.subscribe(name, { eventId: _id }).ready()
  return _id
}

const documents = <T>(collection: string, eventId: string): (T & { id: string })[] =>
  (visitor.collection(collection).fetch() as unknown as (T & { id: string; eventId: string })[]).filter(each => each.eventId === eventId)

const rows = (eventId: string): StandingsDoc[] =>
  documents<StandingsDoc>('standings', eventId).sort((a, b) => a.rank - b.rank || (a.entrantId < b.entrantId ? -1 : 1))

const seen = (condition: () => boolean): Promise<void> =>
  waitForCondition(check => ['added', 'changed', 'removed'].forEach(event => void visitor.on(event, check)), condition)

/** Competition ranks (1, 2, 2, 4) in the order of `compare`; entries that compare as equal share a rank. */
function ranks<T>(entries: readonly T[], compare: (a: T, b: T) => number): { entry: T; rank: number }[] {
  const sorted = [...entries].sort(compare)
  return sorted.map(entry => ({ entry, rank: 1 + sorted.findIndex(other => compare(other, entry) === 0) }))
}

/** Compares by the number of first places, then of second places, then of third places, and so on; more is better. */
function byPlaces(a: readonly number[], b: readonly number[]): number {
  for (let place = 1; place <= PLAYERS + 2; place++) {
    const difference = b.filter(each => each === place).length - a.filter(each => each === place).length
    if (difference !== 0) return difference
  }
  return 0
}

it('a best-game event of 24 players and two guests, played over DDP, has the standings computed by hand', async () => {
  const counted = 4
  const eventId = await newEvent(
    { kind: 'best-game', points: 'papa', machinesCounted: counted, attemptsPerMachine: 3 },
    machines.slice(0, 6),
  )
  const random = seededRandom('a best-game event')
  const guests = ['Grandma', 'Uncle Bob'].map(displayName => ({ _id: uuidv7(), displayName }))
  for (const guest of guests) await director.call('events.addGuest', { eventId, ...guest })
  for (const { client } of players) await client.call('events.join', { eventId })
  await seen(() => documents('eventEntrants', eventId).length === PLAYERS + guests.length)
  const entrantOf = new Map(documents<EventEntrantDoc>('eventEntrants', eventId).map(each => [each.userId ?? each.displayName, each.id]))

  const sent: { entrantId: string; machineId: string; value: number; id: string }[] = []
  const play = async (entrantId: string, machineId: string, client: SimpleDdp | null): Promise<void> => {
    // Only few different values, so that many entries tie.
    const value = 1_000_000 * (1 + Math.floor(random() * 12))
    const _id = uuidv7()
    if (client === null) await director.call('events.enter', { _id, eventId, entrantId, machineId, value })
    else await client.call('scores.submit', { _id, eventId, machineId, value })
    sent.push({ entrantId, machineId, value, id: _id })
  }
  await Promise.all(
    players.map(async ({ client, userId }) => {
      for (const machineId of machines.slice(0, 6))
        for (let i = 0; i < 3; i++) if (random() < 0.6) await play(entrantOf.get(userId)!, machineId, client)
    }),
  )
  for (const { _id } of guests) for (const machineId of machines.slice(0, 3)) await play(_id, machineId, null)

  const expected = (valid: typeof sent) => {
    const places = new Map<string, number[]>([...entrantOf.values()].map(id => [id, []]))
    const points = new Map<string, number[]>([...entrantOf.values()].map(id => [id, []]))
    for (const machineId of machines.slice(0, 6)) {
      const bests = new Map<string, number>()
      for (const { entrantId, machineId: on, value } of valid)
        if (on === machineId) bests.set(entrantId, Math.max(value, bests.get(entrantId) ?? 0))
      for (const { entry, rank } of ranks([...bests], ([, a], [, b]) => b - a)) {
        places.get(entry[0])!.push(rank)
        points.get(entry[0])!.push(rank === 1 ? 100 : rank === 2 ? 90 : 88 - rank)
      }
    }
    const totals = [...places.keys()].map(entrantId => {
      const best = points.get(entrantId)!.sort((a, b) => b - a)
      return { entrantId, total: best.slice(0, counted).reduce((sum, each) => sum + each, 0), places: places.get(entrantId)! }
    })
    return ranks(totals, (a, b) => b.total - a.total || byPlaces(a.places, b.places))
      .map(({ entry, rank }) => ({ entrantId: entry.entrantId, rank, points: entry.total }))
      .sort((a, b) => a.rank - b.rank || (a.entrantId < b.entrantId ? -1 : 1))
  }
  const shown = () => rows(eventId).map(({ entrantId, rank, points }) => ({ entrantId, rank, points }))
  const same = (valid: typeof sent) => seen(() => JSON.stringify(shown()) === JSON.stringify(expected(valid)))

  await same(sent)
  expect(sent.length).toBeGreaterThan(200)
  const broken = { machineId: machines[0], from: new Date(Date.now() - HOUR), to: new Date(Date.now() + 1000) }
  const voidId = uuidv7()
  await director.call('events.void', { _id: voidId, eventId, what: broken, reason: 'Left flipper' })
  await same(sent.filter(({ machineId }) => machineId !== machines[0]))
  await director.call('events.undo', { eventId, voidId })
  await same(sent)
  const worst = sent.find(({ entrantId }) => entrantId === shown()[0]!.entrantId)!
  await director.call('events.void', { _id: uuidv7(), eventId, what: { attemptId: worst.id } })
  await same(sent.filter(each => each !== worst))
  await director.call('events.close', { eventId })
  const { body } = (await visitor.call('events.export', { eventId, as: 'csv' })) as { body: string }
  const lines = body.split('\r\n')
  const header = lines.indexOf('position,name,ifpa_number,points')
  const names = new Map(documents<EventEntrantDoc>('eventEntrants', eventId).map(each => [each.id, each.displayName]))
  expect(lines.slice(header + 1, header + 1 + PLAYERS + guests.length)).toEqual(
    shown().map(({ rank, entrantId, points }) => `${rank},${names.get(entrantId)},,${points}`),
  )
})

/** True if the players can be divided into groups of four in which nobody has met another; found by trying all divisions. */
function canAllMeetNew([first, ...others]: readonly string[], haveMet: (a: string, b: string) => boolean): boolean {
  if (first === undefined) return true
  const free = others.filter(id => !haveMet(first, id))
  return free.some((b, i) =>
    free.slice(i + 1).some(
      (c, j) =>
        !haveMet(b, c) &&
        free.slice(i + j + 2).some(
          d =>
            !haveMet(b, d) &&
            !haveMet(c, d) &&
            canAllMeetNew(
              others.filter(id => id !== b && id !== c && id !== d),
              haveMet,
            ),
        ),
    ),
  )
}

it('a match-play event of 24 players, played over DDP: players enter results, the director confirms, and the standings are those computed by hand', async () => {
  const rounds = 5
  const eventId = await newEvent({ kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds, points: 'pinburgh' }, machines)
  const random = seededRandom('a match-play night')
  for (const { client } of players) await client.call('events.join', { eventId })
  await seen(() => documents('eventEntrants', eventId).length === PLAYERS)
  const entrants = documents<EventEntrantDoc>('eventEntrants', eventId)
  for (const { id: entrantId } of entrants) await director.call('events.presence', { eventId, entrantId, presence: 'here' })
  const getClient = (entrantId: string): SimpleDdp => {
    const userId = entrants.find(each => each.id === entrantId)!.userId
    return players.find(each => each.userId === userId)!.client
  }

  const points = new Map(entrants.map(({ id }) => [id, 0]))
  const places = new Map(entrants.map(({ id }): [string, number[]] => [id, []]))
  const met = new Map<string, number>()
  let onMachine = 0
  const haveMet = (a: string, b: string): boolean => met.has([a, b].sort().join())
  for (let round = 1; round <= rounds; round++) {
    const isNewPossible = canAllMeetNew(
      entrants.map(({ id }) => id),
      haveMet,
    )
    expect(await director.call('events.draw', { _id: uuidv7(), eventId })).toEqual({ round })
    const groups = () => documents<EventGroupDoc>('eventGroups', eventId).filter(each => each.round === round)
    await seen(() => groups().length === PLAYERS / 4)
    expect(new Set(groups().flatMap(({ entrantIds }) => entrantIds)).size).toBe(PLAYERS)
    expect(new Set(groups().map(({ machineId }) => machineId)).size).toBe(PLAYERS / 4)
    expect(groups().every(({ entrantIds }) => entrantIds.every((a, i) => !entrantIds.slice(i + 1).some(b => haveMet(a, b))))).toBe(
      isNewPossible,
    )
    await Promise.all(
      groups().map(async ({ id: groupId, entrantIds }) => {
        const order = [...entrantIds].sort(() => random() - 0.5)
        expect(await getClient(entrantIds[0]!).call('events.result', { eventId, groupId, order })).toEqual({ state: 'entered' })
        for (const [i, a] of order.entries()) {
          points.set(a, points.get(a)! + 3 - i)
          places.get(a)!.push(i + 1)
          for (const b of order.slice(i + 1)) {
            const pair = [a, b].sort().join()
            met.set(pair, (met.get(pair) ?? 0) + 1)
          }
        }
      }),
    )
    await seen(() => groups().every(({ state }) => state === 'entered'))
    for (const { id: groupId, result: order } of groups())
      expect(await director.call('events.result', { eventId, groupId, order })).toEqual({ state: 'confirmed' })
    onMachine += groups().length
  }
  expect(onMachine).toBe((rounds * PLAYERS) / 4)

  const totals = [...points].map(([entrantId, total]) => ({ entrantId, total, places: places.get(entrantId)! }))
  const expected = ranks(totals, (a, b) => b.total - a.total || byPlaces(a.places, b.places))
    .map(({ entry, rank }) => ({ entrantId: entry.entrantId, rank, points: entry.total }))
    .sort((a, b) => a.rank - b.rank || (a.entrantId < b.entrantId ? -1 : 1))
  const shown = () => rows(eventId).map(row => ({ entrantId: row.entrantId, rank: row.rank, points: row.points }))
  await seen(() => JSON.stringify(shown()) === JSON.stringify(expected))
  expect([...points.values()].reduce((sum, each) => sum + each, 0)).toBe((rounds * PLAYERS * 6) / 4)
})
