import { expect, it } from 'vitest'
import type { EventFormat } from '../formats/registry.ts'
import { eventTabs } from './event-tabs.ts'
import { readEventId, readShownTab, standingsInput } from './event-url.ts'

const rounds: EventFormat = { kind: 'strikes', groupSize: 4, strikesToLeave: 3, strikes: 'fair' }
const scores: EventFormat = { kind: 'high-score' }

it('standings come first, but in rounds that are on those do; scores are given outside of rounds only', () => {
  expect(eventTabs({ format: scores, state: 'live' }, false)).toEqual(['standings', 'machines', 'scores', 'players'])
  expect(eventTabs({ format: rounds, state: 'live' }, false)).toEqual(['rounds', 'standings', 'machines', 'players'])
  expect(eventTabs({ format: rounds, state: 'finished' }, true)).toEqual(['standings', 'rounds', 'machines', 'players', 'direct'])
})

it('an address is read with care, and asks for no more than its part shows', () => {
  expect([readShownTab({ show: 'machines' }), readShownTab({ show: 'odd' }), readShownTab({})]).toEqual(['machines', null, null])
  expect([readEventId('abc'), readEventId('a b'), readEventId(undefined)]).toEqual(['abc', null, null])
  expect([standingsInput('e', null)?.limit, standingsInput('e', 'machines')?.limit, standingsInput('e', 'players')]).toEqual([
    100,
    1000,
    null,
  ])
})
