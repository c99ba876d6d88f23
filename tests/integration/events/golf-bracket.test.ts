import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { EventGroupDoc } from '#events/contract/documents.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { type ExportedEvent, listDifferences } from '#events/rules/verify-export.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { documentsOfEvent } from '../helpers/event-documents.ts'
import { addAccounts, addGuests, createEvent, createEventTestApp, type EventTestApp, getStandings } from '../helpers/events.ts'

const GOLF: EventFormat = { kind: 'golf-bracket', holes: 2, targets: {} }

let app: EventTestApp
let eventId: string
/** in the order of their seeds */
let players: string[]

beforeAll(async () => {
  app = await createEventTestApp(['Ann', 'Bob'], 8)
})
afterAll(() => app.testApp.close())

beforeEach(async () => {
  const { director, clock, machines, visitor } = app
  eventId = await createEvent(director, clock.now(), { format: GOLF, machineIds: machines, seeding: 'manual', agreement: 'two' })
  players = [...(await addAccounts(director, eventId, app.players)), ...(await addGuests(director, eventId, 6))]
  await director.client.call('events.setSeeds', { eventId, seeds: players.map((entrantId, i) => ({ entrantId, seed: i + 1 })) })
  await visitor.subscribe('events.rounds', { eventId })
  await visitor.subscribe('events.standings', { eventId })
  await director.client.call('events.draw', { _id: uuidv7(), eventId })
  await visitor.waitUntil(() => groups().length === 2)
})

const groups = (): (EventGroupDoc & { _id: string })[] => documentsOfEvent<EventGroupDoc>(app.visitor, 'eventGroups', eventId)
const group = (bracketGame: string): EventGroupDoc & { _id: string } => groups().find(each => each.bracketGame === bracketGame)!
/** Returns the arguments of a result in which each player of a group needed these strokes, in the order of their seats. */
function hole(bracketGame: string, game: number, strokes: readonly number[], more: object = {}) {
  const { _id: groupId, entrantIds } = group(bracketGame)
  const sorted = entrantIds.map((id, i) => ({ id, n: strokes[i]! })).sort((a, b) => a.n - b.n)
  return { eventId, groupId, game, order: sorted.map(({ id }) => id), scores: sorted.map(({ n }) => n), ...more }
}
const enter = (bracketGame: string, game: number, strokes: readonly number[], more: object = {}) =>
  app.director.client.tryCall('events.result', hole(bracketGame, game, strokes, more))
const seeds = (ids: readonly string[]): number[] => ids.map(id => players.indexOf(id) + 1)

it('the fewest strokes of both holes go on, a tie at the line plays one more, and no board has the strokes', async () => {
  const { visitor, machines } = app
  expect(seeds(group('g1-1').entrantIds)).toEqual([1, 4, 5, 8])
  expect(await enter('g1-1', 1, [2, 3, 4, 5])).toMatchObject({ result: { state: 'confirmed' } })
  // Seeds 4 and 5 have six each.
  expect(await enter('g1-1', 2, [2, 3, 2, 6])).toMatchObject({ result: { state: 'confirmed' } })
  await visitor.waitUntil(() => groups().some(({ bracketGame }) => bracketGame === 'g1-1-tie'))
  expect(seeds(group('g1-1-tie').entrantIds).sort()).toEqual([4, 5])
  const tie = group('g1-1-tie').entrantIds
  await enter(
    'g1-1-tie',
    1,
    tie.map(id => (seeds([id])[0] === 5 ? 1 : 4)),
  )
  for (const game of [1, 2]) await enter('g1-2', game, [1, 2, 3, 4])
  await visitor.waitUntil(() => groups().some(({ bracketGame }) => bracketGame === 'g2-1'))
  expect(seeds(group('g2-1').entrantIds).sort()).toEqual([1, 2, 3, 5])
  for (const game of [1, 2])
    await enter(
      'g2-1',
      game,
      group('g2-1').entrantIds.map(id => seeds([id])[0]!),
    )
  await visitor.waitUntil(() => getStandings(visitor, eventId)[3]?.outIn === 2)
  // Those who went out in the first round are ranked by their strokes there, 6, 6, 8 and 11, so seeds 4 and 6 share a place.
  expect(getStandings(visitor, eventId).map(({ entrantId, rank }) => [seeds([entrantId])[0], rank])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [5, 4],
    [4, 5],
    [6, 5],
    [7, 7],
    [8, 8],
  ])
  const row = getStandings(visitor, eventId)[0]!
  expect(row.games!.map(({ strokes }) => strokes)).toEqual([2, 2, 1, 1])
  await visitor.subscribe('machines.board', { machineId: machines[0]! })
  expect(visitor.documents('boardRows').size).toBe(0)
  const { body } = await app.director.client.call<{ body: string }>('events.export', { eventId, as: 'json' })
  expect(listDifferences(JSON.parse(body) as ExportedEvent)).toEqual([])
})

it('a result needs the strokes of each player, from 1 to 10, the fewest first', async () => {
  const { scores: _, ...plain } = hole('g1-1', 1, [1, 2, 3, 4])
  expect((await app.director.client.tryCall('events.result', plain)).error).toMatchObject({ error: 400, details: [{ path: 'scores' }] })
  for (const wrong of [
    [0, 1, 2, 3],
    [1, 2, 3, 11],
  ])
    expect((await enter('g1-1', 1, wrong)).error).toMatchObject({ error: 400, details: [{ path: 'scores' }] })
  const reversed = hole('g1-1', 1, [1, 2, 3, 4])
  const wrongWay = { ...reversed, order: reversed.order.toReversed(), scores: reversed.scores.toReversed() }
  expect((await app.director.client.tryCall('events.result', wrongWay)).error).toMatchObject({ details: [{ path: 'scores' }] })
  expect(await enter('g1-1', 1, [1, 2, 2, 4])).toMatchObject({ result: { state: 'confirmed' } })
})

it('two players who agree on the places and not on the strokes leave it to the director', async () => {
  const [ann, bob] = app.players
  const own = group('g1-1')
  expect(own.entrantIds).toContain(players[0])
  const first = hole('g1-1', 1, [1, 2, 3, 4])
  expect(await ann!.client.call('events.result', first)).toEqual({ state: 'entered' })
  expect((await bob!.client.tryCall('events.result', first)).error).toMatchObject({ error: 403 })
  expect(await ann!.client.call('events.result', hole('g1-1', 1, [1, 2, 3, 5]))).toEqual({ state: 'entered' })
  // The director confirms what was entered, without typing the strokes again.
  const { scores: _, ...places } = first
  expect(await app.director.client.call('events.result', places)).toEqual({ state: 'confirmed' })
  await app.visitor.waitUntil(() => group('g1-1').games?.[0]?.state === 'confirmed' || group('g1-1').scores !== undefined)
})

it('strokes stay when a player’s account is deleted: they are the result', async () => {
  const { testApp, visitor } = app
  const { changeLog, features } = testApp.app
  await enter('g1-1', 1, [1, 2, 3, 4])
  await enter('g1-1', 2, [1, 2, 3, 4])
  for (const game of [1, 2]) await enter('g1-2', game, [1, 2, 3, 4])
  await visitor.waitUntil(() => groups().some(({ bracketGame }) => bracketGame === 'g2-1'))
  await changeLog.publish(await features.accounts.deleteUser({ userId: app.players[0]!.id, eraseScores: true }))
  const { rows } = await testApp.app.database.pool.query<{ scores: number[] }>(
    'SELECT p.scores FROM event_games p JOIN event_groups g ON g.id = p.group_id JOIN event_rounds r ON r.id = g.round_id WHERE r.event_id = $1 AND p.scores IS NOT NULL',
    [eventId],
  )
  expect(rows).toHaveLength(4)
  expect(rows.every(({ scores }) => scores.length === 4 && scores.every(each => each > 0))).toBe(true)
})
