import * as v from 'valibot'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { PERSONAL } from '#platform/live/rates.ts'
import { id, strictObject, text } from '#platform/live/schemas.ts'
import { atMostItems, mustBeList, mustBeOneOf, mustNotBeEmpty } from '#platform/text/field-rules.ts'
import { MAX_SLUG } from '#platform/text/max-slug.ts'
import type { PictureSize } from '#uploads/contract.ts'
import { noVenue } from '#venues/contract/errors.ts'
import { WINDOWS, type Window } from '../rules.ts'

/** Our addition: a document of `venueLeaders`, who leads on a machine that stands in a venue. Its `_id` is `venueId/machineId/window`. */
export interface VenueLeaderDoc {
  venueId: string
  machineId: string
  /** the day, week, month and year are those of the venue's own clock */
  window: Window
  userId: string
  username: string
  displayName: string
  /** the player's picture in its smallest size */
  avatar?: PictureSize
  scoreId: string
  value: number
  achievedAt: Date
}

/** Our addition: a document of `venuePlayers`, somebody who has played in a venue in the last 90 days. Its `_id` is `venueId/userId`. */
export interface VenuePlayerDoc {
  venueId: string
  username: string
  displayName: string
  avatar?: PictureSize
  /** accepted scores there in these days */
  scores: number
  lastPlayedAt: Date
}

/** Our addition: a document of `venueTexts`, scores whose text says the name of a venue and which are not linked to one. Its `_id` is the venue's. */
export interface VenueTextsDoc {
  /** those that the reader may link */
  scores: number
}

/** Most scores that one call links. */
export const MAX_LINKED_SCORES = 500

const slug = text(1, MAX_SLUG)

/** Our addition: who leads on each machine that stands in a venue, by the scores that were played there. */
export const venuesLeaders = definePublication(
  'venues.leaders',
  strictObject({ slug, window: v.optional(v.picklist(WINDOWS, mustBeOneOf(WINDOWS))) }),
  ['venueLeaders'],
  { example: { slug: 'silverball-cellar', window: 'month' }, access: 'everybody', errors: [noVenue] },
)

/** Our addition: the 30 players who have played most in a venue in the last 90 days. */
export const venuesPlayers = definePublication('venues.players', strictObject({ slug }), ['venuePlayers'], {
  access: 'everybody',
  errors: [noVenue],
})

/**
 * Our addition: how many scores say the name of a venue as a text, and could be linked to it: for its managers those of everybody who may
 * see the venue, for others their own.
 */
export const venuesTexts = definePublication('venues.texts', strictObject({ venueId: id }), ['venueTexts'], {
  access: 'signed in',
  errors: [noVenue],
})

/** Our addition: links the scores that `venues.texts` counts to the venue, at most 500 of them. Their texts stay as they are. */
export const scoresLinkVenue = defineMethod<{ scoreIds: string[] }>()('scores.linkVenue', strictObject({ venueId: id }), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [noVenue],
})

/** Our addition: takes these scores from a venue again: the caller's own ones, and for a manager of the venue all. Others stay as they are. */
export const scoresUnlinkVenue = defineMethod<Record<string, never>>()(
  'scores.unlinkVenue',
  strictObject({
    venueId: id,
    scoreIds: v.pipe(
      v.array(id, mustBeList()),
      v.minLength(1, mustNotBeEmpty()),
      v.maxLength(MAX_LINKED_SCORES, atMostItems(MAX_LINKED_SCORES)),
    ),
  }),
  { access: 'signed in', rates: PERSONAL, errors: [noVenue] },
)
