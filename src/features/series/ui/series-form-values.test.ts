import { describe, expect, it } from 'vitest'
import type { SeriesDoc } from '../contract/documents.ts'
import { checkSeries, NEW_SERIES, toSeriesFormValues, toSeriesInput } from './series-form-values.ts'

const SEASON: SeriesDoc = { name: 'Winter', description: '', points: { kind: 'own' }, slug: 'winter', nights: 0, receipt: 1 }

describe('the form of a season', () => {
  it.each<[string, Partial<SeriesDoc>]>([
    ['with all defaults', {}],
    [
      'of a table with decimals, of which the worst nights are dropped',
      { points: { kind: 'places', table: { custom: [25, 15.5, 8] } }, drop: 2 },
    ],
    ['of shares, of which the best count', { points: { kind: 'share' }, counts: 6, attendance: 0.125, ties: ['best-night', 'night-wins'] }],
    ['of a table with a name', { points: { kind: 'places', table: 'linear' } }],
  ])('sends a season %s as it was', (_, more) => {
    const { slug: _slug, nights: _nights, receipt: _receipt, ...fields } = { ...SEASON, ...more }
    const values = toSeriesFormValues({ ...SEASON, ...more })
    expect(checkSeries(values)).toEqual({})
    expect(toSeriesInput(values)).toEqual({ counts: null, drop: 0, attendance: 0, ties: [], ...fields })
  })
  it('reads a table with commas, and decimals of either kind', () => {
    const table = toSeriesInput({ ...NEW_SERIES, points: 'custom', table: '25, 18,5 12.25' }).points
    expect(table).toEqual({ kind: 'places', table: { custom: [25, 18.5, 12.25] } })
  })
  it('names what is wrong', () => {
    const wrong = { ...NEW_SERIES, points: 'custom' as const, table: '5 6', counting: 'best' as const, howMany: '0', attendance: 'x' }
    expect(Object.keys(checkSeries(wrong)).sort()).toEqual(['attendance', 'howMany', 'name', 'table'])
  })
})
