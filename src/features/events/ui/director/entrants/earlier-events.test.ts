import { expect, it } from 'vitest'
import type { ShownEvent } from '#events/ui/types.ts'
import { selectEarlierEvents } from './earlier-events.ts'

const event = (_id: string, startsAt: number, more: Partial<ShownEvent> = {}): ShownEvent =>
  ({ _id, startsAt: new Date(startsAt), state: 'finished', directorId: 'dora', players: 8, ...more }) as ShownEvent

it('lists finished events of the same group or director that had players, the latest first', () => {
  const now = event('now', 9, { groupId: 'club', state: 'live' })
  const events = [
    event('a', 1),
    event('b', 3, { directorId: 'other', groupId: 'club' }),
    event('c', 2, { directorId: 'admin' }),
    event('d', 4, { directorId: 'other' }),
    event('e', 5, { players: 0 }),
    event('f', 6, { state: 'cancelled' }),
    now,
  ]
  expect(selectEarlierEvents(events, now, ['dora', 'admin']).map(({ _id }) => _id)).toEqual(['b', 'c', 'a'])
})
