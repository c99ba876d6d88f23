import { describe, expect, it } from 'vitest'
import type { NeedOnMachine } from '#events/contract/documents.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { type EventChoiceInput, eventHole, nextMachine, selectEvent } from './select-event.ts'

const event = (_id: string, more: Partial<ShownEvent> = {}): ShownEvent =>
  ({
    _id,
    name: `Event ${_id}`,
    state: 'live',
    endsAt: new Date(9000),
    format: { kind: 'high-score' },
    machineIds: ['m', 'n'],
    ...more,
  }) as Partial<ShownEvent> as ShownEvent
const facts = (more: Partial<EventChoiceInput> = {}): EventChoiceInput => ({
  eventIdInUrl: null,
  editedEvent: null,
  bound: null,
  isMissing: false,
  live: [],
  machineId: 'm',
  pickedEventId: undefined,
  requirements: new Map(),
  ...more,
})
const need = (attemptsLeft: number | null): readonly NeedOnMachine[] => [{ machineId: 'm', least: 5, attemptsLeft }]
const rounds: EventFormat = { kind: 'strikes', groupSize: 4, strikesToLeave: 3, strikes: 'fair' }

describe('a form that is for an event', () => {
  it('submits the score to that event while it is live, and to no other', () => {
    const bound = event('a')
    expect(selectEvent(facts({ eventIdInUrl: 'a', bound, live: [bound, event('b')] }))).toMatchObject({
      chosen: { _id: 'a' },
      event: { eventId: 'a', name: 'Event a', endsAt: new Date(9000) },
      eligible: [],
    })
  })

  it('says when the event does not exist or takes no scores', () => {
    const closed = (bound: ShownEvent | null, isMissing = false) => selectEvent(facts({ eventIdInUrl: 'a', bound, isMissing }))
    expect(closed(event('a', { state: 'finished' }))).toMatchObject({ event: null, closed: { name: 'Event a', state: 'finished' } })
    expect(closed(event('a', { format: rounds }))).toMatchObject({ event: null, closed: { state: 'live' } })
    expect(closed(null, true)).toMatchObject({ event: null, closed: { name: null } })
    expect(closed(null)).toMatchObject({ event: null, closed: null, isComing: true })
  })

  it('lets the player choose no event', () => {
    expect(selectEvent(facts({ eventIdInUrl: 'a', bound: event('a'), pickedEventId: null }))).toMatchObject({
      event: null,
      closed: null,
      isComing: false,
    })
  })
})

it('a score that is edited stays in its event, even if that is over or cannot be loaded', () => {
  const kept = { eventId: 'a', name: 'Event a', endsAt: new Date(9000) }
  expect(selectEvent(facts({ editedEvent: kept, pickedEventId: 'a', bound: event('a', { state: 'finished' }) })).event).toEqual(kept)
  expect(selectEvent(facts({ editedEvent: kept, pickedEventId: 'a' })).event).toEqual(kept)
  expect(selectEvent(facts({ editedEvent: kept, pickedEventId: null })).event).toBeNull()
})

describe('a form for any machine', () => {
  it('offers the live events with that machine, without formats of rounds', () => {
    const live = [event('a'), event('b', { machineIds: ['n'] }), event('c', { format: rounds })]
    expect(selectEvent(facts({ live })).eligible.map(each => each._id)).toEqual(['a'])
    expect(selectEvent(facts({ live, machineId: null })).eligible).toEqual([])
  })

  it('preselects the event that the player has entered and has attempts left in', () => {
    const live = [event('a'), event('b'), event('c')]
    const chosen = (more: Partial<EventChoiceInput>): string | undefined => selectEvent(facts({ live, ...more })).event?.eventId
    expect(chosen({})).toBeUndefined()
    expect(
      chosen({
        requirements: new Map([
          ['a', need(0)],
          ['b', need(null)],
        ]),
      }),
    ).toBe('b')
    expect(chosen({ requirements: new Map([['b', need(2)]]), pickedEventId: 'c' })).toBe('c')
    expect(chosen({ requirements: new Map([['b', need(2)]]), pickedEventId: null })).toBeUndefined()
    expect(chosen({ pickedEventId: 'gone' })).toBeUndefined()
  })
})

it('a machine is a hole if it has a target', () => {
  const golf = event('a', { format: { kind: 'pin-golf', balls: 3, targets: { m: 1000 }, missed: 'simple' } })
  expect(eventHole(golf, 'm')?.target).toBe(1000)
  expect([eventHole(golf, 'n'), eventHole(event('b'), 'm'), eventHole(null, 'm')]).toEqual([null, null, null])
})

it('leads through the machines of an event, from the last to the first, and nowhere if there is but one', () => {
  const machines = ['one', 'two', 'three'].map(name => ({ machineId: name, name }))
  const bound = event('golf')
  const golf = { eventId: 'golf', name: 'Golf', endsAt: new Date(9000) }
  const next = (machineId: string, count = 3) => nextMachine({ bound, machines: machines.slice(0, count) }, golf, machineId)?.name
  expect(machines.map(({ machineId }) => next(machineId))).toEqual(['two', 'three', 'one'])
  expect([next('taken out'), next('one', 1), next('one', 0)]).toEqual(['one', undefined, undefined])
  for (const other of [undefined, { ...golf, eventId: 'another' }]) expect(nextMachine({ bound, machines }, other, 'one')).toBe(null)
})
