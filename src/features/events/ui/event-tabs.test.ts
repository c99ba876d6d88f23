import { expect, it } from 'vitest'
import type { EventFormat } from '../formats/registry.ts'
import { eventTabs } from './event-tabs.ts'
import { readEventId, readShownTab, tabStandingsInput } from './event-url.ts'

const rounds: EventFormat = { kind: 'strikes', groupSize: 4, strikesToLeave: 3, strikes: 'fair' }
const scores: EventFormat = { kind: 'high-score' }

it('the standings tab comes first, except that rounds come first while a round event is live; only score events have a scores tab', () => {
  expect(eventTabs({ format: scores, state: 'live' }, false)).toEqual(['standings', 'machines', 'scores', 'players'])
  expect(eventTabs({ format: rounds, state: 'live' }, false)).toEqual(['rounds', 'standings', 'machines', 'players'])
  expect(eventTabs({ format: rounds, state: 'finished' }, true)).toEqual(['standings', 'rounds', 'machines', 'players', 'direct'])
})

it('invalid query parameters are ignored, and a tab requests no more rows than it shows', () => {
  expect([readShownTab({ show: 'machines' }), readShownTab({ show: 'odd' }), readShownTab({})]).toEqual(['machines', null, null])
  expect([readEventId('abc'), readEventId('a b'), readEventId(undefined)]).toEqual(['abc', null, null])
  expect([tabStandingsInput('e', null)?.limit, tabStandingsInput('e', 'machines')?.limit, tabStandingsInput('e', 'players')]).toEqual([
    100,
    1000,
    null,
  ])
})
