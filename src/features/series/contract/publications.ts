import * as v from 'valibot'
import { noEvent } from '#events/contract/errors.ts'
import { definePublication } from '#platform/live/contract.ts'
import { id, integer, strictObject, text } from '#platform/live/schemas.ts'
import { MAX_SLUG } from '#platform/text/max-slug.ts'
import { noGroup } from '#roles/contract.ts'
import { noSeries } from './errors.ts'

const slug = text(1, MAX_SLUG)

/** Our addition: the seasons of a group, or without `groupId` those of the site, newest first. */
export const seriesList = definePublication(
  'series.list',
  strictObject({ groupId: v.optional(id), limit: v.optional(integer(1, 100)) }),
  ['series'],
  { access: 'everybody', errors: [noGroup] },
)

/** Our addition: one season. */
export const seriesOne = definePublication('series.one', strictObject({ slug }), ['series'], {
  example: { slug: 'winter-2026' },
  access: 'everybody',
  errors: [noSeries],
})

/** Our addition: the nights of a season, in their order. */
export const seriesNights = definePublication('series.nights', strictObject({ slug }), ['seriesNights'], {
  example: { slug: 'winter-2026' },
  access: 'everybody',
  errors: [noSeries],
})

/** Our addition: the first rows of a season's standings. `withoutRanks`: as in `events.standings`; the ranks follow from `order`. */
export const seriesStandings = definePublication(
  'series.standings',
  strictObject({ slug, limit: v.optional(integer(1, 1000)), withoutRanks: v.optional(v.literal(true)) }),
  ['seriesRows'],
  { example: { slug: 'winter-2026' }, access: 'everybody', errors: [noSeries] },
)

/** Our addition: one row of a season's standings, night by night. */
export const seriesRow = definePublication('series.row', strictObject({ slug, rowId: id }), ['seriesRowNights'], {
  example: { slug: 'winter-2026' },
  access: 'everybody',
  errors: [noSeries],
})

/** Our addition: what was done to a season. */
export const seriesLog = definePublication('series.log', strictObject({ slug }), ['seriesLog'], {
  example: { slug: 'winter-2026' },
  access: 'everybody',
  errors: [noSeries],
})

/** Our addition: the seasons that an event is a night of. */
export const seriesOfEvent = definePublication('series.ofEvent', strictObject({ eventId: id }), ['eventSeries'], {
  access: 'everybody',
  errors: [noEvent],
})
