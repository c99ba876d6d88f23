import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventDoc, EventEntrantDoc, EventGroupDoc, EventLogDoc } from '#events/contract/documents.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { documentsOfEvent } from '../helpers/event-documents.ts'
import { addGuests, createEvent, createEventTestApp, type EventTestApp } from '../helpers/events.ts'

const QUALIFYING: EventFormat = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 1, points: 'winner' }
const FINALS: EventFormat = { kind: 'bracket', elimination: 'double', bestOf: 1, third: false, choice: 'drawn' }

const LADDER: EventFormat = { kind: 'ladder', groupSize: 2 }

let app: EventTestApp
let eventId: string

beforeAll(async () => {
  app = await createEventTestApp(['Ann', 'Bob'], 4)
})

afterAll(() => app.testApp.close())

const call = (name: string, input: object) => app.director.client.tryCall(name, { eventId, ...input })
const event = (id: string): EventDoc => app.visitor.documents('events').get(id) as unknown as EventDoc
const seeds = (id: string): string[] =>
  documentsOfEvent<EventEntrantDoc>(app.visitor, 'eventEntrants', id)
    .sort((a, b) => (a.seed ?? 0) - (b.seed ?? 0))
    .map(({ displayName }) => displayName)

/** A qualifying of one round: four of eight win and are tied, the others have lost and are tied too. */
async function qualify(): Promise<string[]> {
  const { director, clock, machines, visitor } = app
  eventId = await createEvent(director, clock.now(), { format: QUALIFYING, machineIds: machines })
  await addGuests(director, eventId, 8)
  await visitor.subscribe('events.one', { eventId })
  await visitor.subscribe('events.rounds', { eventId })
  await director.client.call('events.draw', { _id: uuidv7(), eventId })
  await visitor.waitUntil(() => documentsOfEvent(visitor, 'eventGroups', eventId).length === 4)
  const groups = documentsOfEvent<EventGroupDoc>(visitor, 'eventGroups', eventId)
  for (const { _id: groupId, entrantIds } of groups) await call('events.result', { groupId, order: entrantIds })
  return groups.map(({ entrantIds }) => entrantIds[0]!)
}

const finals = (input: object = {}) => call('events.addFinals', { _id: uuidv7(), name: 'Finals', format: FINALS, count: 4, ...input })

describe('finals', () => {
  it('are made of those who go on, with their seeds, machines and directors, and each page names the others', async () => {
    const winners = await qualify()
    expect(await finals()).toMatchObject({ error: { details: { code: 'event-not-finished' } } })
    await call('events.setStaff', { userId: app.players[0]!.id, role: 'co-director' })
    await call('events.setMachine', { machineId: app.machines[3], active: false })
    await call('events.close', {})
    const _id = uuidv7()
    const made = { result: { eventId: _id, players: 4, refused: [] } }
    expect(await finals({ _id })).toEqual(made)
    // The same call again makes no other one.
    expect(await finals({ _id })).toEqual(made)
    expect(
      await app.director.client.tryCall('events.addFinals', { _id, eventId: uuidv7(), name: 'x', format: FINALS, count: 2 }),
    ).toHaveProperty('error')
    await app.visitor.subscribe('events.one', { eventId: _id })
    await app.visitor.subscribe('events.entrants', { eventId: _id })
    const names = documentsOfEvent<EventEntrantDoc & { _id: string }>(app.visitor, 'eventEntrants', _id)
    expect(names).toHaveLength(4)
    expect(names.every(({ presence }) => presence === 'here')).toBe(true)
    const stages = [
      { eventId, name: event(eventId).name },
      { eventId: _id, name: 'Finals', qualifyingId: eventId, first: 1 },
    ]
    await app.visitor.waitUntil(() => event(eventId).stages !== undefined)
    expect([event(eventId).stages, event(_id).stages]).toEqual([stages, stages])
    expect(event(_id)).toMatchObject({
      state: 'live',
      seeding: 'manual',
      machineIds: app.machines.slice(0, 3),
      staff: [{ displayName: 'Ann' }],
    })
    await app.visitor.subscribe('events.log', { eventId })
    expect(documentsOfEvent<EventLogDoc>(app.visitor, 'eventLog', eventId)).toContainEqual(
      expect.objectContaining({ action: 'finals', subject: { kind: 'name', name: 'Finals' } }),
    )
    expect(winners).toHaveLength(4)
    // Nobody else enters them.
    expect(await app.players[1]!.client.tryCall('events.join', { eventId: _id })).toMatchObject({
      error: { details: { code: 'finalists-only' } },
    })
    // They can begin at once.
    await app.director.client.call('events.draw', { _id: uuidv7(), eventId: _id })
    // Whoever renames or cancels one tells the others.
    await app.director.client.call('events.edit', { eventId: _id, name: 'Grand final' })
    await app.visitor.waitUntil(() => event(eventId).stages?.[1]?.name === 'Grand final')
    await app.director.client.call('events.cancel', { eventId: _id })
    await app.visitor.waitUntil(() => event(eventId).stages === undefined)
  })

  it('ask what becomes of a tie at the line; B finals take those who are not in the A final', async () => {
    await qualify()
    await call('events.close', {})
    const refused = await finals({ count: 3 })
    expect(refused).toMatchObject({ error: { details: { code: 'tie-at-line' } } })
    expect((refused.error!.details as unknown as { names: string[] }).names).toHaveLength(4)
    const [a, b] = [uuidv7(), uuidv7()]
    expect(await finals({ _id: a, count: 3, ties: 'all' })).toMatchObject({ result: { players: 4 } })
    expect(await finals({ _id: b, name: 'B final', count: 2, ties: 'lot' })).toMatchObject({ result: { players: 2 } })
    for (const id of [a, b]) await app.visitor.subscribe('events.entrants', { eventId: id })
    expect(seeds(a).filter(name => seeds(b).includes(name))).toEqual([])
    expect(await finals({ name: 'C final', count: 4, ties: 'none' })).toMatchObject({ result: { players: 2 } })
    expect(await finals({ name: 'D final', count: 4, ties: 'all' })).toMatchObject({
      error: { details: { code: 'few-finalists' } },
    })
  })

  it('take a share of those who have played, and nobody else may make them', async () => {
    await qualify()
    await call('events.close', {})
    const { players: others } = app
    const input = { _id: uuidv7(), eventId, name: 'Finals', format: LADDER, share: 50 }
    expect(await others[1]!.client.tryCall('events.addFinals', input)).toMatchObject({ error: { error: 403 } })
    expect(await others[1]!.client.tryCall('events.addFinals', { ...input, count: 2 })).toMatchObject({ error: { error: 400 } })
    expect(await app.director.client.tryCall('events.addFinals', input)).toMatchObject({ result: { players: 4 } })
    // Its results for IFPA have those of the finals first.
    await app.visitor.subscribe('events.rounds', { eventId: input._id })
    await app.visitor.subscribe('events.entrants', { eventId: input._id })
    await app.director.client.call('events.draw', { _id: uuidv7(), eventId: input._id })
    const open = () => documentsOfEvent<EventGroupDoc>(app.visitor, 'eventGroups', input._id).filter(({ state }) => state !== 'confirmed')
    await app.visitor.waitUntil(() => open().length > 0)
    // The worse seed wins each game: the last seed begins, and beats all others.
    for (let games = 0; games < 3; games++) {
      const [group] = open()
      const bySeed = seeds(input._id)
      const nameOf = (id: string): string => (app.visitor.documents('eventEntrants').get(id) as unknown as EventEntrantDoc).displayName
      const order = group!.entrantIds.toSorted((a, b) => bySeed.indexOf(nameOf(b)) - bySeed.indexOf(nameOf(a)))
      await app.director.client.call('events.result', { eventId: input._id, groupId: group!._id, order })
      await app.visitor.waitUntil(() => open().every(({ _id }) => _id !== group!._id) && (games === 2 || open().length > 0))
    }
    // Whoever is renamed in the finals is the same one.
    const bySeed = seeds(input._id)
    const [winner] = documentsOfEvent<EventEntrantDoc>(app.visitor, 'eventEntrants', input._id).filter(({ seed }) => seed === 4)
    await app.director.client.call('events.editEntrant', { eventId: input._id, entrantId: winner!._id, displayName: 'Renamed' })
    await app.director.client.call('events.close', { eventId: input._id })
    const { body, grade } = await app.director.client.call<{ body: string; grade: object }>('events.export', { eventId, as: 'ifpa' })
    const lines = body.trim().split('\r\n').slice(1)
    expect(lines.slice(0, 4).map(line => line.split(',')[1])).toEqual([bySeed[3], ...bySeed.slice(0, 3)])
    expect(lines.map(line => line.split(',')[0])).toEqual(['1', '2', '3', '4', '5', '5', '5', '5'])
    expect(grade).toMatchObject({ percent: null, games: null })
  })
})
