// A file of its own, because only the page with the list needs this.
import * as v from 'valibot'
import { definePublication } from '#platform/live/contract.ts'
import { integer, strictObject } from '#platform/live/schemas.ts'
import { MIN_GAMES } from '../rules.ts'

/** Players by their ratings, best first, as long as the site has ratings. Players who hide the rating, or are unlisted, are not among them. */
export const ratingsList = definePublication(
  'ratings.list',
  strictObject({
    limit: v.optional(integer(1, 500)),
    /** only players with at least so many games */
    minGames: v.optional(integer(1, 1000)),
  }),
  ['ratings'],
  { access: 'everybody', example: { limit: 100, minGames: MIN_GAMES }, errors: [] },
)
