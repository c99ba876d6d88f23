import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventGroupDoc, EventLogDoc, EventRoundDoc } from '#events/contract/documents.ts'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import type { Strikes } from '#events/formats/strikes/rules.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { documentsOfEvent } from '../helpers/event-documents.ts'
import { addGuests, createEvent, createEventTestApp, getRoundGroups } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import type { TestUser } from '../helpers/users.ts'

const PAIRS: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 4, points: 'ifpa' }
const FOURS: MatchPlay = { ...PAIRS, groupSize: 4 }
const KNOCKOUT: Strikes = { kind: 'strikes', groupSize: 4, strikesToLeave: 3, strikes: 'progressive' }

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let helper: TestUser
let visitor: DdpTestClient
let eventId: string

beforeAll(async () => {
  const app = await createEventTestApp(['Helper'], 6)
  ;({ testApp, clock, machines, director, visitor } = app)
  helper = app.players[0]!
})
afterAll(() => testApp.close())

/** Starts an event with guests, draws its first round and returns their ids. */
async function begin(format: MatchPlay | Strikes, count: number): Promise<string[]> {
  eventId = await createEvent(director, clock.now(), { format, machineIds: machines })
  await visitor.subscribe('events.rounds', { eventId })
  await visitor.subscribe('events.standings', { eventId })
  await visitor.subscribe('events.log', { eventId })
  await director.client.call('events.setStaff', { eventId, userId: helper.id, role: 'co-director' })
  const guests = await addGuests(director, eventId, count)
  await draw()
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length > 0)
  return guests
}
const draw = () => director.client.call('events.draw', { _id: uuidv7(), eventId })

const latest = (): EventRoundDoc & { _id: string } =>
  documentsOfEvent<EventRoundDoc>(visitor, 'eventRounds', eventId).reduce((a, b) => (a.number > b.number ? a : b))
const groups = (round = latest().number): (EventGroupDoc & { _id: string })[] => getRoundGroups(visitor, eventId, round)
const standings = () =>
  [...visitor.documents('standings')]
    .filter(([, row]) => row.eventId === eventId)
    .map(([, { entrantId, rank, points, strikes, games }]) => ({ entrantId, rank, points, strikes, games }))
    .sort((a, b) => String(a.entrantId).localeCompare(String(b.entrantId)))
const pointsOf = (id: string): unknown => standings().find(({ entrantId }) => entrantId === id)?.points
const enter = (groupId: string, order: readonly string[]) => director.client.call('events.result', { eventId, groupId, order })
const arrange = (by: TestUser, change: object, more: object = {}) =>
  by.client.tryCall('events.arrange', { _id: uuidv7(), eventId, roundId: latest()._id, ...change, ...more })
/** A group with other players. */
const to = ({ _id, entrantIds }: { _id: string; entrantIds: string[] }, players: readonly string[]) => ({
  groupId: _id,
  entrantIds: players,
  was: entrantIds,
})

describe('a running round', () => {
  it('takes a late player into the bye, and counts as if it had been drawn so', async () => {
    const guests = await begin(PAIRS, 5)
    const { byes } = latest()
    expect(byes).toHaveLength(1)
    const [played] = groups()
    await enter(played!._id, played!.entrantIds)
    const [late] = (await addGuests(director, eventId, 1)) as [string]
    expect(await arrange(helper, { groups: [{ entrantIds: [byes[0], late], was: [] }], byes: { entrantIds: [], was: byes } })).toEqual({
      result: {},
    })
    await visitor.waitUntil(() => groups().length === 3 && latest().byes.length === 0)
    const added = groups().find(({ entrantIds }) => entrantIds.includes(late))!
    expect(added).toMatchObject({ number: 3, state: 'playing', entrantIds: [byes[0], late] })
    expect(machines).toContain(added.machineId)
    const inUse = groups().flatMap(({ state, machineId }) => (state === 'playing' ? [machineId] : []))
    expect(inUse).toHaveLength(new Set(inUse).size)
    await enter(added._id, [late, byes[0]!])
    await visitor.waitUntil(() => pointsOf(late) === 7)
    expect(pointsOf(byes[0]!)).toBe(1)
    expect(pointsOf(played!.entrantIds[0]!)).toBe(7)
    expect(guests).toContain(byes[0])
  })

  it('makes a group of three of four when one goes home, whose points are those of three', async () => {
    await begin(FOURS, 8)
    const [group] = groups()
    const [gone, ...left] = group!.entrantIds as [string, string, string, string]
    expect(await arrange(director, { groups: [to(group!, left)] })).toEqual({ result: {} })
    await visitor.waitUntil(() => groups()[0]!.entrantIds.length === 3)
    await enter(group!._id, left)
    await visitor.waitUntil(() => pointsOf(left[0]!) === 7)
    expect([...left, gone].map(pointsOf)).toEqual([7, 4, 1, 0])
  })

  it('makes the strikes of three of those of four', async () => {
    await begin(KNOCKOUT, 4)
    const [group] = groups()
    const [, ...left] = group!.entrantIds as [string, string, string, string]
    await arrange(director, { groups: [to(group!, left)] })
    await visitor.waitUntil(() => groups()[0]!.entrantIds.length === 3)
    await enter(group!._id, left)
    await visitor.waitUntil(() => standings().some(({ strikes }) => strikes === 2))
    expect(left.map(id => standings().find(({ entrantId }) => entrantId === id)!.strikes)).toEqual([0, 1, 2])
  })

  it('swaps two players of different groups; a confirmed result is opened only if the caller says so, and no other result is lost', async () => {
    await begin(PAIRS, 6)
    const [first, second, third] = groups() as [
      EventGroupDoc & { _id: string },
      EventGroupDoc & { _id: string },
      EventGroupDoc & { _id: string },
    ]
    await enter(first._id, first.entrantIds)
    await enter(third._id, third.entrantIds)
    const [a, b] = first.entrantIds as [string, string]
    await visitor.waitUntil(() => groups().filter(({ state }) => state === 'confirmed').length === 2)
    await visitor.waitUntil(() => pointsOf(a) === 7 && pointsOf(third.entrantIds[0]!) === 7)
    const [c, d] = second.entrantIds as [string, string]
    const change = { groups: [to(first, [c, b]), to(second, [a, d])] }
    expect(await arrange(director, change)).toMatchObject({ error: { error: 409, details: { code: 'results-would-open', groups: [1] } } })
    expect(await arrange(director, change, { reopens: true })).toEqual({ result: {} })
    await visitor.waitUntil(() => groups()[0]!.entrantIds.includes(c))
    expect(groups().map(({ state, entrantIds }) => [state, entrantIds])).toEqual([
      ['playing', [c, b]],
      ['playing', [a, d]],
      ['confirmed', third.entrantIds],
    ])
    await visitor.waitUntil(() => pointsOf(a) === 0)
    expect(pointsOf(third.entrantIds[0]!)).toBe(7)
  })

  it('keeps a result whose players stay, in whatever order they play', async () => {
    await begin(PAIRS, 4)
    const [group] = groups()
    await enter(group!._id, group!.entrantIds)
    expect(await arrange(director, { groups: [to(group!, group!.entrantIds.toReversed())] })).toEqual({ result: {} })
    await visitor.waitUntil(() => groups()[0]!.entrantIds[0] === group!.entrantIds[1])
    expect(groups()[0]).toMatchObject({ state: 'confirmed', result: group!.entrantIds })
  })

  it('is as it was after an undo, in every column, unless something has happened to these groups since', async () => {
    const guests = await begin(PAIRS, 7)
    const [first, second] = groups() as [EventGroupDoc & { _id: string }, EventGroupDoc & { _id: string }]
    await enter(first._id, first.entrantIds)
    await visitor.waitUntil(() => groups()[0]!.state === 'confirmed' && pointsOf(first.entrantIds[0]!) === 7)
    const rows = async () => {
      const { rows } = await testApp.app.database.pool.query(
        `SELECT to_jsonb(r) AS round, (SELECT jsonb_agg(to_jsonb(g) ORDER BY g.id) FROM event_groups g WHERE g.round_id = r.id) AS groups,
          (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.group_id, p.game) FROM event_games p JOIN event_groups g ON g.id = p.group_id WHERE g.round_id = r.id) AS games
         FROM event_rounds r WHERE r.event_id = $1`,
        [eventId],
      )
      return rows[0]
    }
    const before = await rows()
    const shownBefore = standings()
    const byes = latest().byes
    const voidId = uuidv7()
    const [a, b] = first.entrantIds as [string, string]
    const change = { groups: [to(first, []), to(second, [...second.entrantIds, b])], byes: { entrantIds: [...byes, a], was: byes } }
    expect(await arrange(helper, change, { _id: voidId, reopens: true })).toEqual({ result: {} })
    // Sent again, as after a lost answer, it changes nothing.
    expect(await arrange(helper, change, { _id: voidId, reopens: true })).toEqual({ result: {} })
    await visitor.waitUntil(() => groups().length === 2)
    const entries = (): (EventLogDoc & { _id: string })[] =>
      [...visitor.documents('eventLog')]
        .map(([_id, entry]) => ({ ...(entry as unknown as EventLogDoc), _id }))
        .filter(entry => entry.eventId === eventId)
    await visitor.waitUntil(() => entries().some(({ action }) => action === 'arranged'))
    expect(entries().find(({ action }) => action === 'arranged')).toMatchObject({ voidId, subject: { kind: 'arranged', round: 1 } })
    expect(await director.client.tryCall('events.undo', { eventId, voidId })).toEqual({ result: {} })
    await visitor.waitUntil(() => groups().length === 3 && groups()[0]!.state === 'confirmed')
    expect(await rows()).toEqual(before)
    await visitor.waitUntil(() => JSON.stringify(standings()) === JSON.stringify(shownBefore))

    const again = uuidv7()
    await arrange(helper, change, { _id: again, reopens: true })
    await visitor.waitUntil(() => groups().length === 2)
    const grown = groups().find(({ entrantIds }) => entrantIds.length === 3)!
    await enter(grown._id, grown.entrantIds)
    expect(await director.client.tryCall('events.undo', { eventId, voidId: again })).toMatchObject({
      error: { error: 409, details: { code: 'round-changed' } },
    })
    expect(guests).toHaveLength(7)
  })

  it('does not get a player twice, nor one who is gone, by an undo', async () => {
    await begin(PAIRS, 6)
    const [first, second, third] = groups() as [
      EventGroupDoc & { _id: string },
      EventGroupDoc & { _id: string },
      EventGroupDoc & { _id: string },
    ]
    const [a, b] = first.entrantIds as [string, string]
    const [late, other] = (await addGuests(director, eventId, 2)) as [string, string]
    const leaves = uuidv7()
    expect(await arrange(director, { groups: [to(first, [b, late])] }, { _id: leaves })).toEqual({ result: {} })
    expect(await arrange(director, { groups: [to(second, [a, second.entrantIds[1]!])] })).toEqual({ result: {} })
    const refusal = { error: { error: 409, details: { code: 'round-changed' } } }
    expect(await director.client.tryCall('events.undo', { eventId, voidId: leaves })).toMatchObject(refusal)

    const goes = uuidv7()
    const [gone, stays] = third.entrantIds as [string, string]
    expect(await arrange(director, { groups: [to(third, [stays, other])] }, { _id: goes })).toEqual({ result: {} })
    await director.client.call('events.removeEntrant', { eventId, entrantId: gone })
    expect(await director.client.tryCall('events.undo', { eventId, voidId: goes })).toMatchObject(refusal)
  })

  it('does not get a voided result back once its group has other players', async () => {
    await begin(PAIRS, 4)
    const [first] = groups()
    await enter(first!._id, first!.entrantIds)
    const voidId = uuidv7()
    await director.client.call('events.void', { _id: voidId, eventId, what: { groupId: first!._id } })
    const [late] = (await addGuests(director, eventId, 1)) as [string]
    expect(await arrange(director, { groups: [to(first!, [first!.entrantIds[0]!, late])] })).toEqual({ result: {} })
    expect(await director.client.tryCall('events.undo', { eventId, voidId })).toMatchObject({
      error: { error: 409, details: { code: 'round-changed' } },
    })
  })

  it('gives a new group of a player with a fixed seat that machine, also if another group is on it', async () => {
    await begin(PAIRS, 6)
    const [late, other] = (await addGuests(director, eventId, 2)) as [string, string]
    const { machineId } = groups()[0]!
    await director.client.call('events.setSeat', { eventId, entrantId: late, machineIds: [machineId] })
    expect(await arrange(director, { groups: [{ entrantIds: [late, other], was: [] }] })).toEqual({ result: {} })
    await visitor.waitUntil(() => groups().length === 4)
    expect(groups()[3]!.machineId).toBe(machineId)
  })

  it('that two helpers change at once is changed by one of them, and the other is told', async () => {
    await begin(PAIRS, 6)
    const [first, second, third] = groups() as [
      EventGroupDoc & { _id: string },
      EventGroupDoc & { _id: string },
      EventGroupDoc & { _id: string },
    ]
    const swap = (x: typeof first, y: typeof first) => ({
      groups: [to(x, [y.entrantIds[0]!, x.entrantIds[1]!]), to(y, [x.entrantIds[0]!, y.entrantIds[1]!])],
    })
    const answers = await Promise.all([arrange(director, swap(first, second)), arrange(helper, swap(first, third))])
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
    expect(answers.find(({ error }) => error !== undefined)).toMatchObject({ error: { error: 409, details: { code: 'round-changed' } } })
    const seated = groups().flatMap(({ entrantIds }) => entrantIds)
    expect(new Set(seated).size).toBe(6)
  })

  it('is not changed by a scorekeeper or a player, nor with players who are twice in it, in groups too small or too large, or not in the event', async () => {
    const guests = await begin(FOURS, 8)
    const [first, second] = groups() as [EventGroupDoc & { _id: string }, EventGroupDoc & { _id: string }]
    await director.client.call('events.setStaff', { eventId, userId: helper.id, role: 'scorekeeper' })
    expect(await arrange(helper, { groups: [to(first, first.entrantIds.slice(1))] })).toMatchObject({ error: { error: 403 } })
    const refusals = [
      { groups: [to(first, [...first.entrantIds.slice(1), second.entrantIds[0]!])] },
      { groups: [to(first, first.entrantIds.slice(3))] },
      { groups: [to(first, [...first.entrantIds, second.entrantIds[0]!]), to(second, second.entrantIds.slice(1))] },
      { groups: [to(first, []), to(second, [])], byes: { entrantIds: guests, was: [] } },
    ]
    for (const change of refusals) expect(await arrange(director, change)).toMatchObject({ error: { error: 400 } })
    expect(await arrange(director, { groups: [to(first, [...first.entrantIds.slice(1), uuidv7()])] })).toMatchObject({
      error: { error: 404, details: { code: 'no-entrant' } },
    })
    for (const each of [first, second]) await enter(each._id, each.entrantIds)
    const roundId = latest()._id
    await draw()
    await visitor.waitUntil(() => latest().number === 2)
    expect(await arrange(director, { groups: [to(first, first.entrantIds.slice(1))] }, { roundId, reopens: true })).toMatchObject({
      error: { error: 409, details: { code: 'later-round-drawn' } },
    })
  })

  it('is not changed by a call that names a group twice, which says that the list of groups is wrong', async () => {
    await begin(PAIRS, 4)
    const [first] = groups() as [EventGroupDoc & { _id: string }]
    const reversed = [...first.entrantIds].reverse()
    expect(await arrange(director, { groups: [to(first, first.entrantIds), to(first, reversed)] })).toMatchObject({
      error: { error: 400, details: [{ path: 'groups', code: 'duplicate' }] },
    })
    expect(await arrange(director, { groups: [to(first, reversed)] })).toEqual({ result: {} })
  })
})
