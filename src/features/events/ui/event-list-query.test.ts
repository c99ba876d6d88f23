import { expect, it } from 'vitest'
import type { EventState } from '../rules/event-state.ts'
import { eventStateParam, pageInput, selectEvents } from './event-list-query.ts'
import type { ShownEvent } from './types.ts'

const event = (_id: string, state: EventState, hour: number): ShownEvent =>
  ({ _id, state, startsAt: new Date(hour * 3_600_000) }) as Partial<ShownEvent> as ShownEvent
const ids = (events: readonly ShownEvent[]): string => events.map(each => each._id).join('')

it('upcoming events are sorted soonest first, finished events latest first', () => {
  const events = [
    event('a', 'upcoming', 9),
    event('b', 'upcoming', 7),
    event('c', 'finished', 1),
    event('d', 'finished', 3),
    event('e', 'live', 5),
  ]
  expect(ids(selectEvents(events, 'upcoming', 9))).toBe('ba')
  expect(ids(selectEvents(events, 'finished', 9))).toBe('dc')
  expect(ids(selectEvents(events, 'finished', 1))).toBe('d')
})

it('a page continues after the last event of the previous page, even if several events start at the same time', () => {
  const events = ['a', 'b', 'c', 'd'].map(id => event(id, 'finished', 1))
  expect(ids(selectEvents(events, 'finished', 2))).toBe('dc')
  expect(ids(selectEvents(events, 'finished', 2, 'c'))).toBe('ba')
  expect(ids(selectEvents(events, 'finished', 2, 'gone'))).toBe('dc')
})

it('invalid query parameters are ignored', () => {
  expect([eventStateParam({ state: 'live' }), eventStateParam({ state: 'odd' }), eventStateParam({})]).toEqual(['live', null, null])
  expect(pageInput('live', { before: 'no id' })).toEqual({ state: 'live', limit: 20 })
  expect(pageInput('live', { before: 'abc' })).toEqual({ state: 'live', limit: 20, before: 'abc' })
})
