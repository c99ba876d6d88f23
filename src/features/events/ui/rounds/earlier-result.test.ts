import { expect, it } from 'vitest'
import { findEarlier } from './earlier-result.ts'
import type { PlayedGroup } from './games-of-group.ts'

const reader = { userId: 'dora', event: undefined, entrants: new Map() }
const played = { state: 'confirmed', result: ['ada', 'ben'], scores: [20, 10], confirmedBy: { userId: 'noa' } } as PlayedGroup

it('another result is replaced by other places or other scores, and not by the same without scores', () => {
  const earlier = { order: ['ada', 'ben'], scores: [20, 10], by: null }
  expect(findEarlier(played, { order: ['ben', 'ada'] }, reader)).toEqual(earlier)
  expect(findEarlier(played, { order: ['ada', 'ben'], scores: [20, null] }, reader)).toEqual(earlier)
  expect(findEarlier(played, { order: ['ada', 'ben'] }, reader)).toBeNull()
  expect(findEarlier(played, { order: ['ada', 'ben'], scores: [20, 10] }, reader)).toBeNull()
})

it('scores for places that have none replace nothing', () => {
  const { scores: _, ...plain } = played
  expect(findEarlier(plain, { order: ['ada', 'ben'], scores: [20, 10] }, reader)).toBeNull()
})
