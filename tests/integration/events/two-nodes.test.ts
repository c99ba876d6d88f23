import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#app/server/app.ts'
import type { EventRoundDoc } from '#events/contract/documents.ts'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import { arranged, isSamePlayers, type Seating, seatingProblem } from '#events/rules/draw/arrangement.ts'
import { type ArrangedParts, type Move, planMove } from '#events/rules/draw/move-player.ts'
import { type ExportedEvent, listDifferences } from '#events/rules/verify-export.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { chaosSize, createSeededRandom, pickRandom } from '../../chaos/seeded.ts'
import { type CallOutcome, DdpTestClient } from '../helpers/ddp-test-client.ts'
import { documentsOfEvent } from '../helpers/event-documents.ts'
import { addGuests, createEvent, createEventTestApp, getRoundGroups } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import { logIn, type TestUser } from '../helpers/users.ts'

const SEEDS = Array.from({ length: chaosSize(4, 100) }, (_, i) => i + 1)
const RACES = 8
const FOURS: MatchPlay = { kind: 'match-play', grouping: 'random', groupSize: 4, rounds: 20, points: 'ifpa' }

let testApp: TestApp
let otherNode: App
let clock: SettableClock
let machines: string[]
let director: TestUser
/** the connection of the second helper, to the other node */
let helper: DdpTestClient
/** those who watch the event, one on each node */
let watching: [DdpTestClient, DdpTestClient]
let eventId: string

beforeAll(async () => {
  const app = await createEventTestApp(['Helper'], 8)
  ;({ testApp, clock, machines, director } = app)
  otherNode = await testApp.startSecondNode()
  const elsewhere = `ws://127.0.0.1:${otherNode.port}/websocket`
  helper = await DdpTestClient.open(elsewhere)
  await logIn(helper, 'Helper')
  watching = [app.visitor, await DdpTestClient.open(elsewhere)]
})
afterAll(async () => {
  await otherNode.close()
  await testApp.close()
})

/** The latest round: who plays where, and which groups have a result that counts. */
interface Seen {
  number: number
  seating: Seating
  confirmed: ReadonlySet<string>
}

/** The latest round as a node shows it. */
function seenOn(viewer: DdpTestClient): { round: EventRoundDoc & { _id: string }; seen: Seen } {
  const round = documentsOfEvent<EventRoundDoc>(viewer, 'eventRounds', eventId).reduce((a, b) => (a.number > b.number ? a : b))
  const groups = getRoundGroups(viewer, eventId, round.number)
  return {
    round,
    seen: {
      number: round.number,
      seating: { groups: new Map(groups.map(({ _id, entrantIds }) => [_id, entrantIds])), byes: round.byes },
      confirmed: new Set(groups.filter(({ state }) => state === 'confirmed').map(({ _id }) => _id)),
    },
  }
}

/** Begins an event whose first round both nodes show. @returns its players */
async function begin(count: number, late = 0): Promise<string[]> {
  eventId = await createEvent(director, clock.now(), { format: FOURS, machineIds: machines })
  await director.client.call('events.setStaff', { eventId, userId: (await helperId())!, role: 'co-director' })
  const guests = await addGuests(director, eventId, count)
  await director.client.call('events.draw', { _id: uuidv7(), eventId })
  const later =
    late === 0
      ? []
      : await addGuests(
          director,
          eventId,
          Array.from({ length: late }, (_, i) => `Late ${i}`),
        )
  await otherNode.changeLog.catchUp()
  for (const viewer of watching) await viewer.subscribe('events.rounds', { eventId })
  return [...guests, ...later]
}

async function helperId(): Promise<string | undefined> {
  const { rows } = await testApp.app.database.pool.query<{ id: string }>(`SELECT id FROM users WHERE username = 'Helper'`)
  return rows[0]?.id
}

/** Resolves when both nodes have shown every change so far. @returns the latest round, which both show alike */
async function settled(): Promise<Seen> {
  for (const { changeLog, live } of [testApp.app, otherNode]) {
    await changeLog.catchUp()
    await live.views.idle()
  }
  // What a node has sent before the answer to a call has arrived with it.
  for (const viewer of watching) await viewer.call('machines.search', { text: '' })
  const [here, there] = watching.map(seenOn)
  expect(there).toEqual(here)
  return here!.seen
}

const arrange = (change: ArrangedParts, more: object = {}) => ['events.arrange', { _id: uuidv7(), ...change, ...more }] as const
const makeCall = (client: DdpTestClient, [method, fields]: readonly [string, object]): Promise<CallOutcome> => {
  const roundId = method === 'events.arrange' ? { roundId: seenOn(watching[0]).round._id } : {}
  return client.tryCall(method, { eventId, ...roundId, ...fields })
}
const codeOf = ({ error }: CallOutcome): string =>
  error === undefined ? 'done' : ((error.details as unknown as { code?: string }).code ?? String(error.error))

/** Two helpers act at the same moment, each through a node of their own. @returns what they are told */
const atOnce = async (one: readonly [string, object], other: readonly [string, object]): Promise<string[]> =>
  (await Promise.all([makeCall(director.client, one), makeCall(helper, other)])).map(codeOf)

const swapped = ({ seating }: Seen, player: string, other: string): ArrangedParts => planMove(seating, player, { kind: 'swap', for: other })
const seated = ({ seating }: Seen): string[] => [...seating.byes, ...[...seating.groups.values()].flat()].sort()

describe('two helpers on two nodes who change one round at the same moment', () => {
  it.each([1, 2, 3])(
    'are answered that one of them has changed it and the other was late, and both nodes show the one change (%i)',
    async () => {
      const players = await begin(12)
      const before = await settled()
      const [first, second, third] = [...before.seating.groups.values()] as [string[], string[], string[]]
      const changes = [swapped(before, first[0]!, second[0]!), swapped(before, first[1]!, third[1]!)] as const
      const told = await atOnce(arrange(changes[0]), arrange(changes[1]))
      expect([...told].sort()).toEqual(['done', 'round-changed'])
      const after = await settled()
      const made = changes[told.indexOf('done')]!
      for (const { groupId, entrantIds } of made.groups) expect(after.seating.groups.get(groupId!)).toEqual(entrantIds)
      expect(seated(after)).toEqual([...players].sort())
      // The one who was late looks again, and makes the same change of what is there now.
      const late = told.indexOf('round-changed')
      const [player, other] = late === 0 ? [first[0]!, second[0]!] : [first[1]!, third[1]!]
      expect(codeOf(await makeCall(late === 0 ? director.client : helper, arrange(swapped(after, player, other))))).toBe('done')
      expect(seated(await settled())).toEqual([...players].sort())
    },
  )

  it('send the very same change, which is made once', async () => {
    await begin(8)
    const before = await settled()
    const [first, second] = [...before.seating.groups.values()] as [string[], string[]]
    const change = swapped(before, first[0]!, second[0]!)
    expect((await atOnce(arrange(change), arrange(change))).sort()).toEqual(['done', 'round-changed'])
    const { rows } = await testApp.app.database.pool.query(`SELECT 1 FROM event_log WHERE event_id = $1 AND action = 'arranged'`, [eventId])
    expect(rows).toHaveLength(1)
    expect((await settled()).seating.groups).toEqual(arranged(before.seating, asArrangement(change)).groups)
  })
})

/** A change as the rules know it; a group that is new has an id of its own here. */
const asArrangement = ({ groups, byes }: ArrangedParts) => ({
  groups: new Map(groups.map(({ groupId = 'new', entrantIds }) => [groupId, entrantIds])),
  byes: byes?.entrantIds ?? null,
})

/** What a helper does in a race, and what it comes to in a round as it then is. */
interface Act {
  call: readonly [string, object]
  /** @returns what the helper is told, and the round afterwards; null: whatever is drawn */
  on(round: Seen): [told: string, after: Seen | null]
}

const SIZES = { largestGroup: 4 }

function arranging(looked: Seen, change: ArrangedParts, reopens: boolean): Act {
  return {
    call: arrange(change, reopens ? { reopens } : {}),
    on(round) {
      if (round.number !== looked.number) return ['later-round-drawn', round]
      const { seating, confirmed } = round
      const isStale =
        change.groups.some(({ groupId, was }) => groupId !== undefined && !isSamePlayers(seating.groups.get(groupId) ?? [], was)) ||
        (change.byes !== undefined && !isSamePlayers(seating.byes, change.byes.was))
      if (isStale) return ['round-changed', round]
      const after = arranged(seating, asArrangement(change))
      if (seatingProblem(after, SIZES) !== null) return ['400', round]
      const opened = change.groups.flatMap(({ groupId, entrantIds, was }) =>
        groupId !== undefined && confirmed.has(groupId) && !isSamePlayers(was, entrantIds) ? [groupId] : [],
      )
      if (opened.length > 0 && !reopens) return ['results-would-open', round]
      return ['done', { ...round, seating: after, confirmed: new Set([...confirmed].filter(id => !opened.includes(id))) }]
    },
  }
}

function entering(groupId: string, order: readonly string[]): Act {
  return {
    call: ['events.result', { groupId, order }],
    on(round) {
      const players = round.seating.groups.get(groupId)
      if (players === undefined) return ['no-round', round]
      if (!isSamePlayers(players, order)) return ['400', round]
      return ['done', { ...round, confirmed: new Set([...round.confirmed, groupId]) }]
    },
  }
}

const drawing = (looked: Seen): Act => ({
  call: ['events.draw', { _id: uuidv7() }],
  on(round) {
    if (round.number !== looked.number) return ['results-missing', round]
    if (round.confirmed.size < round.seating.groups.size) return ['results-missing', round]
    return ['done', { number: round.number + 1, seating: { groups: new Map(), byes: [] }, confirmed: new Set() }]
  },
})

/** A round without the ids of its groups, since a new group gets its id from the server. Of a round that was drawn, who plays in it is chance. */
const comparable = ({ number, seating, confirmed }: Seen, isDrawn: boolean): unknown =>
  isDrawn
    ? number
    : [
        number,
        seating.byes,
        [...seating.groups].map(([id, players]) => `${players.join(' ')} ${confirmed.has(id) ? 'confirmed' : ''}`).sort(),
      ]

/** One race: what two helpers do at the same moment is what comes of it one after the other, in one of the two orders. */
async function race(random: () => number, players: readonly string[]): Promise<void> {
  const looked = await settled()
  const { seating, confirmed } = looked
  const kind = pickRandom(random, ['arrange', 'result', 'draw'])
  if (kind === 'draw' || random() < 0.3)
    for (const [groupId, order] of seating.groups)
      if (!confirmed.has(groupId)) await director.client.call('events.result', { eventId, groupId, order })
  const before = await settled()
  const randomMove = (): ArrangedParts => {
    const player = pickRandom(random, players)
    const other = pickRandom(
      random,
      players.filter(id => id !== player),
    )
    const moves: Move[] = [{ kind: 'swap', for: other }, { kind: 'new group', with: other }, { kind: 'bye' }, { kind: 'out' }]
    return planMove(before.seating, player, pickRandom(random, moves))
  }
  const acts: [Act, Act] = [arranging(before, randomMove(), random() < 0.7), arranging(before, randomMove(), random() < 0.7)]
  // A result that the other helper has confirmed is replaced by one's own only if one says so, which `replaced-results.test.ts` tries.
  const open = [...before.seating.groups].filter(([groupId]) => !before.confirmed.has(groupId))
  if (kind === 'result' && open.length > 0) {
    const [groupId, order] = pickRandom(random, open)
    acts[1] = entering(groupId, [...order].reverse())
  }
  if (kind === 'draw') acts[1] = drawing(before)
  if (random() < 0.5) acts.reverse()
  // Some changes are none, as of a player who stands by and is to stand by.
  if (acts.some(({ call: [method, fields] }) => method === 'events.arrange' && (fields as ArrangedParts).groups.length === 0)) return

  const told = await atOnce(acts[0].call, acts[1].call)
  const after = await settled()
  const orders = [
    [0, 1],
    [1, 0],
  ].map(turns => {
    const answers: string[] = []
    let round: Seen = before
    for (const turn of turns) {
      const [answer, next] = acts[turn]!.on(round)
      answers[turn] = answer
      round = next ?? round
    }
    return [answers, comparable(round, round.number !== before.number)]
  })
  expect(orders).toContainEqual([told, comparable(after, after.number !== before.number)])
  expect(new Set(seated(after)).size).toBe(seated(after).length)
}

it.each(SEEDS)('[E1] whatever two helpers do at once comes out as if one had waited for the other (seed %i)', async seed => {
  const random = createSeededRandom(seed)
  const players = await begin(7 + (seed % 6), 2)
  for (let i = 0; i < RACES; i++) await race(random, players)
  const { body } = await director.client.call<{ body: string }>('events.export', { eventId, as: 'json' })
  expect(listDifferences(JSON.parse(body) as ExportedEvent)).toEqual([])
})
