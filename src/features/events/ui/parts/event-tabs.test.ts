import { expect, it } from 'vitest'
import type { EventFormat } from '../../rules/format.ts'
import { partsOf } from './event-tabs.ts'
import { idOf, showOf, standingsInput } from './event-url.ts'

const rounds: EventFormat = { kind: 'strikes', groupSize: 4, strikesToLeave: 3, strikes: 'fair' }
const scores: EventFormat = { kind: 'high-score' }

it('standings come first, but in rounds that are on those do; scores are given outside of rounds only', () => {
  expect(partsOf({ format: scores, state: 'live' }, false)).toEqual(['standings', 'machines', 'scores', 'players'])
  expect(partsOf({ format: rounds, state: 'live' }, false)).toEqual(['rounds', 'standings', 'machines', 'players'])
  expect(partsOf({ format: rounds, state: 'finished' }, true)).toEqual(['standings', 'rounds', 'machines', 'players', 'direct'])
})

it('an address is read with care, and asks for no more than its part shows', () => {
  expect([showOf({ show: 'machines' }), showOf({ show: 'odd' }), showOf({})]).toEqual(['machines', null, null])
  expect([idOf('abc'), idOf('a b'), idOf(undefined)]).toEqual(['abc', null, null])
  expect([standingsInput('e', null)?.limit, standingsInput('e', 'machines')?.limit, standingsInput('e', 'players')]).toEqual([
    100,
    1000,
    null,
  ])
})
