import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { addGuests, createEvent, createEventTestApp, type EventTestApp, getRoundGroups, getStandings } from '../helpers/events.ts'

let app: EventTestApp

beforeAll(async () => {
  app = await createEventTestApp([], 2)
})
afterAll(() => app.testApp.close())

it('second and third of a fair knockout may share their place, since both take one strike; the others may not', async () => {
  const { director, visitor, clock, machines } = app
  const format = { kind: 'strikes', groupSize: 4, strikesToLeave: 4, strikes: 'fair' } as const
  const eventId = await createEvent(director, clock.now(), { format, machineIds: machines })
  await visitor.subscribe('events.rounds', { eventId })
  await visitor.subscribe('events.standings', { eventId })
  await addGuests(director, eventId, 4)
  await director.client.call('events.draw', { _id: uuidv7(), eventId })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length === 1)
  const { _id: groupId, entrantIds: order } = getRoundGroups(visitor, eventId, 1)[0]!
  const enter = (places: number[]) => director.client.tryCall('events.result', { eventId, groupId, order, places })
  for (const places of [
    [1, 1, 3, 4],
    [1, 2, 3, 3],
    [1, 2, 2, 2],
  ])
    expect(await enter(places)).toMatchObject({ error: { error: 400, details: [{ path: 'places', code: 'no-ties' }] } })
  expect(await enter([1, 2, 2, 4])).toEqual({ result: { state: 'confirmed' } })
  await visitor.waitUntil(() => getStandings(visitor, eventId).some(({ strikes }) => strikes === 2))
  const rows = getStandings(visitor, eventId)
  expect(rows.map(({ rank, strikes }) => [rank, strikes])).toEqual([
    [1, 0],
    [2, 1],
    [2, 1],
    [4, 2],
  ])
  expect(rows.map(({ tieBreak }) => tieBreak ?? null)).toEqual([null, null, null, null])
})
