import { describe, expect, it } from 'vitest'
import type { NeedOnMachine } from '../../../events/contract/documents.ts'
import type { EventFormat } from '../../../events/formats/registry.ts'
import type { ShownEvent } from '../../../events/ui/use-event.ts'
import { type ChoiceFacts, eventHole, selectEvent } from './select-event.ts'

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
const facts = (more: Partial<ChoiceFacts> = {}): ChoiceFacts => ({
  addressed: null,
  kept: null,
  bound: null,
  isMissing: false,
  live: [],
  machineId: 'm',
  typed: undefined,
  needs: new Map(),
  ...more,
})
const need = (attemptsLeft: number | null): readonly NeedOnMachine[] => [{ machineId: 'm', least: 5, attemptsLeft }]
const rounds: EventFormat = { kind: 'strikes', groupSize: 4, strikesToLeave: 3, strikes: 'fair' }

describe('a form that is for an event', () => {
  it('gives the score there while it is live, and nowhere else', () => {
    const bound = event('a')
    expect(selectEvent(facts({ addressed: 'a', bound, live: [bound, event('b')] }))).toMatchObject({
      chosen: { _id: 'a' },
      event: { eventId: 'a', name: 'Event a', endsAt: new Date(9000) },
      offers: [],
    })
  })

  it('says when there is nothing to give it to', () => {
    const closed = (bound: ShownEvent | null, isMissing = false) => selectEvent(facts({ addressed: 'a', bound, isMissing }))
    expect(closed(event('a', { state: 'finished' }))).toMatchObject({ event: null, closed: { name: 'Event a', state: 'finished' } })
    expect(closed(event('a', { format: rounds }))).toMatchObject({ event: null, closed: { state: 'live' } })
    expect(closed(null, true)).toMatchObject({ event: null, closed: { name: null } })
    expect(closed(null)).toMatchObject({ event: null, closed: null, isComing: true })
  })

  it('can be told to be for none', () => {
    expect(selectEvent(facts({ addressed: 'a', bound: event('a'), typed: null }))).toMatchObject({
      event: null,
      closed: null,
      isComing: false,
    })
  })
})

it('a score that is mended stays in its event, even when that is over or out of reach', () => {
  const kept = { eventId: 'a', name: 'Event a', endsAt: new Date(9000) }
  expect(selectEvent(facts({ kept, typed: 'a', bound: event('a', { state: 'finished' }) })).event).toEqual(kept)
  expect(selectEvent(facts({ kept, typed: 'a' })).event).toEqual(kept)
  expect(selectEvent(facts({ kept, typed: null })).event).toBeNull()
})

describe('a form for any machine', () => {
  it('offers the live events in which that is played, rounds left out', () => {
    const live = [event('a'), event('b', { machineIds: ['n'] }), event('c', { format: rounds })]
    expect(selectEvent(facts({ live })).offers.map(each => each._id)).toEqual(['a'])
    expect(selectEvent(facts({ live, machineId: null })).offers).toEqual([])
  })

  it('counts it in the one that the player is in and may still try, unless told otherwise', () => {
    const live = [event('a'), event('b'), event('c')]
    const chosen = (more: Partial<ChoiceFacts>): string | undefined => selectEvent(facts({ live, ...more })).event?.eventId
    expect(chosen({})).toBeUndefined()
    expect(
      chosen({
        needs: new Map([
          ['a', need(0)],
          ['b', need(null)],
        ]),
      }),
    ).toBe('b')
    expect(chosen({ needs: new Map([['b', need(2)]]), typed: 'c' })).toBe('c')
    expect(chosen({ needs: new Map([['b', need(2)]]), typed: null })).toBeUndefined()
    expect(chosen({ typed: 'gone' })).toBeUndefined()
  })
})

it('a machine is a hole where it has a target', () => {
  const golf = event('a', { format: { kind: 'pin-golf', balls: 3, targets: { m: 1000 }, missed: 'simple' } })
  expect(eventHole(golf, 'm')?.target).toBe(1000)
  expect([eventHole(golf, 'n'), eventHole(event('b'), 'm'), eventHole(null, 'm')]).toEqual([null, null, null])
})
