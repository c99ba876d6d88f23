import { expect, it } from 'vitest'
import { moveItem, parseTieBreaks } from './tie-break-values.ts'

it('moves an item one place, and leaves the first and the last where they are', () => {
  expect(moveItem(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
  expect(moveItem(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b'])
  expect(moveItem(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(moveItem(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
  expect(moveItem(['a', 'b'], 'x', 1)).toEqual(['a', 'b'])
})

it('reads tie-breaks in their order, without those that the format does not have', () => {
  expect(parseTieBreaks({ tieBreaks: 'buchholz wins places' }, ['head-to-head', 'wins', 'places'])).toEqual(['wins', 'places'])
  expect(parseTieBreaks({ tieBreaks: '' }, ['wins'])).toEqual([])
})
