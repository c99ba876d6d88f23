import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventMachineDoc, NeedOnMachine, StandingsDoc } from '#events/contract/documents.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { type ExportedEvent, listDifferences } from '#events/rules/verify-export.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { documentsOfEvent } from '../helpers/event-documents.ts'
import { addGuests, createEvent, createEventTestApp, type EventTestApp, getStandings } from '../helpers/events.ts'

let app: EventTestApp
let eventId: string
let guests: string[]

beforeAll(async () => {
  app = await createEventTestApp(['Ann'], 3)
})
afterAll(() => app.testApp.close())

async function begin(format: EventFormat): Promise<void> {
  const { director, clock, machines, visitor } = app
  eventId = await createEvent(director, clock.now(), { format, machineIds: machines })
  guests = await addGuests(director, eventId, ['Toni', 'Kim'])
  await visitor.subscribe('events.standings', { eventId })
}
/** Enters a score of a guest, each a minute after the one before. */
async function enter(guest: number, machine: number, value: number): Promise<string> {
  const { director, clock, machines } = app
  clock.set(clock.now() + 60_000)
  const _id = uuidv7()
  await director.client.call('events.enter', { _id, eventId, entrantId: guests[guest]!, machineId: machines[machine]!, value })
  return _id
}
const points = (): number[] => guests.map(id => getStandings(app.visitor, eventId).find(({ entrantId }) => entrantId === id)?.points ?? -1)
const show = (expected: number[]): Promise<void> => app.visitor.waitUntil(() => String(points()) === String(expected))
async function exported(): Promise<ExportedEvent> {
  const { body } = await app.director.client.call<{ body: string }>('events.export', { eventId, as: 'json' })
  return JSON.parse(body) as ExportedEvent
}

describe('an event on cards', () => {
  const cards: EventFormat = { kind: 'card-best-game', points: { linear: 10 }, gamesPerCard: 2, cardsPerPlayer: 2 }

  it('counts the best card, begins the next one, ends with the last, and gives a voided game back', async () => {
    await begin(cards)
    await enter(0, 0, 100)
    await enter(0, 1, 100)
    await enter(1, 0, 500)
    await show([19, 10])
    const voided = await enter(1, 1, 50)
    await show([19, 19])
    const { director } = app
    const voidId = uuidv7()
    await director.client.call('events.void', { _id: voidId, eventId, what: { attemptId: voided } })
    await show([19, 10])
    // It is played again on the same card, so a second card is left.
    await enter(1, 1, 700)
    await show([18, 20])
    await enter(0, 0, 900)
    await show([18, 19])
    await enter(0, 1, 800)
    await show([20, 18])
    expect(
      (
        await director.client.tryCall('events.enter', {
          ...{ _id: uuidv7(), eventId, entrantId: guests[0]!, machineId: app.machines[2]!, value: 1 },
        })
      ).error,
    ).toMatchObject({ error: 409, details: { code: 'no-attempt-left' } })
    await director.client.call('events.undo', { eventId, voidId })
    await show([20, 18])
    expect(listDifferences(await exported())).toEqual([])
  })

  it('tells a player which game of which card comes next on each machine', async () => {
    await begin(cards)
    const [ann] = app.players
    const { machines } = app
    await app.director.client.call('events.addPlayers', { eventId, entries: [{ _id: uuidv7(), userId: ann!.id }] })
    const needs = async (): Promise<(readonly [number | undefined, number | undefined, number | null])[]> =>
      (await ann!.client.call<NeedOnMachine[]>('events.needs', { eventId })).map(({ next, attemptsLeft }) => [
        next?.card,
        next?.game,
        attemptsLeft,
      ])
    expect(await needs()).toEqual([
      [1, 1, 2],
      [1, 1, 2],
      [1, 1, 2],
    ])
    await ann!.client.call('scores.submit', { _id: uuidv7(), machineId: machines[0]!, value: 5000, eventId })
    expect(await needs()).toEqual([
      [2, 1, 1],
      [1, 2, 2],
      [1, 2, 2],
    ])
  })
})

describe('an event of bowling', () => {
  it('adds up frames in the order of the machines, and shows their targets', async () => {
    const { machines, visitor } = app
    const targets = Object.fromEntries(machines.map(id => [id, 1000]))
    await begin({ kind: 'bowling', targets, spareAt: 50 })
    await visitor.subscribe('events.one', { eventId })
    expect(documentsOfEvent<EventMachineDoc>(visitor, 'eventMachines', eventId).map(({ target }) => target)).toEqual([1000, 1000, 1000])
    await enter(0, 0, 1000)
    await show([10, 0])
    await enter(0, 1, 700)
    await enter(0, 2, 300)
    // A strike and the spare; the spare and three pins; three pins.
    await show([20 + 13 + 3, 0])
    const row = (): StandingsDoc => getStandings(visitor, eventId)[0]!
    expect(row().machines.map(each => each.points)).toEqual([20, 17, 3])
    for (const machine of [0, 1, 2]) await enter(1, machine, 2000)
    await show([36, 90])
    expect(listDifferences(await exported())).toEqual([])
    const csv = await (await fetch(`http://127.0.0.1:${new URL(app.testApp.endpoint).port}/events/${eventId}/results.csv`)).text()
    expect(csv).toContain('Kim')
  })
})
