import * as v from 'valibot'
import { eventOver, noEvent } from '#events/contract/errors.ts'
import { defineMethod } from '#platform/live/contract.ts'
import { PERSONAL } from '#platform/live/rates.ts'
import { id, integer, strictObject } from '#platform/live/schemas.ts'
import { atMostItems, fieldRule, mustBeList } from '#platform/text/field-rules.ts'
import { MAX_NIGHTS } from '../rules/series-rules.ts'
import { nightsChanged, noFinalists, noNight, noSeries, noSeriesEntry } from './errors.ts'

const eventIds = v.pipe(
  v.array(id, mustBeList()),
  v.maxLength(MAX_NIGHTS, atMostItems(MAX_NIGHTS)),
  v.check(ids => new Set(ids).size === ids.length, fieldRule('duplicate', 'must not name an event twice')),
)

/** Our addition: removes a season. Its events stay as they are. */
export const seriesRemove = defineMethod<Record<string, never>>()('series.remove', strictObject({ seriesId: id }), {
  access: 'who runs the season',
  rates: PERSONAL,
  errors: [noSeries],
})

/**
 * Our addition: sets the nights of a season, in their order. Nights of a group's season are events of this group, others are public events.
 * `was`: the nights that the caller has seen; if they are others by now, nothing is changed. A night that is hidden from everybody stays.
 */
export const seriesSetEvents = defineMethod<Record<string, never>>()(
  'series.setEvents',
  strictObject({ seriesId: id, eventIds, was: eventIds }),
  {
    example: { eventIds: ['019a3c52-7b10-7e4d-9c2a-5f0b1d22a645'], was: [] },
    access: 'who runs the season',
    rates: PERSONAL,
    errors: [noSeries, noNight, nightsChanged],
  },
)

/** Our addition: undoes the last change of the nights. An undo is such a change too. */
export const seriesUndoNights = defineMethod<Record<string, never>>()('series.undoNights', strictObject({ seriesId: id, entryId: id }), {
  access: 'who runs the season',
  rates: PERSONAL,
  errors: [noSeries, noSeriesEntry, noNight, nightsChanged],
})

/**
 * Our addition: enters the finalists of a season in an event that the caller directs, seeded by their ranks: the best `best`, or all who have
 * played at least `minNights` nights. All who share the last rank are among the best. A player who is in the event already gets the seed.
 * `refused`: the names of those who could not be entered
 */
export const seriesAddFinals = defineMethod<{ added: number; refused: string[] }>()(
  'series.addFinals',
  v.pipe(
    strictObject({ seriesId: id, eventId: id, best: v.optional(integer(1, 500)), minNights: v.optional(integer(1, MAX_NIGHTS)) }),
    v.forward(
      v.check(({ best, minNights }) => (best === undefined) !== (minNights === undefined), 'or minNights must be given, one of them'),
      ['best'],
    ),
  ),
  {
    example: { best: 8 },
    access: 'who runs the season',
    rates: PERSONAL,
    errors: [noSeries, noEvent, noNight, eventOver, noFinalists],
  },
)
