import * as v from 'valibot'
import { pointsTable } from '#events/formats/points-table.ts'
import { defineMethod } from '#platform/live/contract.ts'
import { PERSONAL } from '#platform/live/rates.ts'
import { addEntries, chosen, editEntries, optional, type RecordValues, required } from '#platform/live/record.ts'
import { id, integer, name, strictObject, text, uuidV7 } from '#platform/live/schemas.ts'
import { fieldRule, malformed, mustBeList, mustBeNumber, mustBeOneOf } from '#platform/text/field-rules.ts'
import { noGroup } from '#roles/contract.ts'
import { MAX_NIGHTS, SERIES_TIES, type SeriesPoints } from '../rules/series-rules.ts'
import { noSeries, seriesIdUsed } from './errors.ts'

const inThousandths = (value: number): boolean => Math.round(value * 1000) / 1000 === value

const points: v.GenericSchema<unknown, SeriesPoints> = v.union(
  [
    strictObject({ kind: v.literal('own') }),
    strictObject({ kind: v.literal('places'), table: pointsTable }),
    strictObject({ kind: v.literal('share') }),
  ],
  malformed('must be { kind: "own" }, { kind: "places", table } or { kind: "share" }'),
)
const attendance = v.pipe(
  v.number(mustBeNumber()),
  v.check(
    value => value >= 0 && value <= 1000 && inThousandths(value),
    fieldRule('range', 'must be a number from {min} to {max} with at most 3 decimals', { min: 0, max: 1000 }),
  ),
  v.metadata({ min: 0, max: 1000, decimals: 3 }),
)
const ties = v.pipe(
  v.array(v.picklist(SERIES_TIES, mustBeOneOf(SERIES_TIES)), mustBeList()),
  v.check(list => new Set(list).size === list.length, fieldRule('duplicate', 'must not name a tie-break twice')),
)

/** A rule for the nights that are dropped. */
export const mustNotDropBeside = fieldRule('drop-or-count', 'must be 0 where only the best nights count')

/** What those who run a season fill in: what it is called, and how its nights are added up. */
export const SERIES_FIELDS = {
  name: required(name(1, 60)),
  description: optional(text(0, 500, { lines: true }), ''),
  points: optional(points, { kind: 'own' }),
  counts: chosen(v.nullable(integer(1, MAX_NIGHTS)), null),
  drop: chosen(integer(0, MAX_NIGHTS), 0),
  attendance: chosen(attendance, 0),
  ties: chosen(ties, []),
}

export type SeriesValues = RecordValues<typeof SERIES_FIELDS>

/** True unless a season both counts its best nights and drops its worst. */
export const isCountOrDrop = ({ counts = null, drop = 0 }: { counts?: number | null | undefined; drop?: number | undefined }): boolean =>
  counts === null || drop === 0

/** Our addition: adds a season of a group, or without `groupId` one of the site. */
export const seriesAdd = defineMethod<{ seriesId: string; slug: string }>()(
  'series.add',
  v.pipe(
    strictObject({ _id: uuidV7, ...addEntries(SERIES_FIELDS), groupId: v.optional(id) }),
    v.forward(
      v.check(({ counts, drop }) => isCountOrDrop({ counts, drop }), mustNotDropBeside),
      ['drop'],
    ),
  ),
  {
    example: { points: { kind: 'places', table: 'papa' }, drop: 2, attendance: 1, ties: ['night-wins'] },
    access: 'event directors, or who runs the group',
    rates: PERSONAL,
    errors: [noGroup, seriesIdUsed],
  },
)

/** Our addition: omitted fields stay unchanged, and so does the address. */
export const seriesEdit = defineMethod<Record<string, never>>()(
  'series.edit',
  strictObject({ seriesId: id, ...editEntries(SERIES_FIELDS) }),
  { example: { drop: 3 }, access: 'who runs the season', rates: PERSONAL, errors: [noSeries] },
)
