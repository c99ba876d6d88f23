import { expect, it } from 'vitest'
import { parseTieBreaks } from './tie-break-values.ts'

it('reads tie-breaks in their order, without those that the format does not have', () => {
  expect(parseTieBreaks({ tieBreaks: 'buchholz wins places' }, ['head-to-head', 'wins', 'places'])).toEqual(['wins', 'places'])
  expect(parseTieBreaks({ tieBreaks: '' }, ['wins'])).toEqual([])
})
