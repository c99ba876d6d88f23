import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { PERSONAL } from '#platform/live/rates.ts'
import { booleanField, strictObject, text } from '#platform/live/schemas.ts'
import { noPlayer } from '#players/contract/players.ts'
import type { PictureSize } from '#uploads/contract.ts'

/* All of this feature is our addition to the API. How ratings are computed is in docs/rules.md. `players.summary` has a player's own rating. */

/** A document of `ratings`; its `_id` is the user id. */
export interface RatingDoc {
  username: string
  displayName: string
  /** the player's picture, smallest size only */
  avatar?: PictureSize
  /** a whole number; 1500 for somebody new */
  rating: number
  /** how far the true strength may lie above or below: two rating deviations, which it does not exceed in 19 of 20 cases */
  uncertainty: number
  /** how many games are in the rating */
  games: number
  /** how many nights these games were played in */
  nights: number
  /** the player hides the rating from all others; only the player's own document has it */
  hidden?: true
}

/** A document of `ratingHistory`: a player's rating after a night. Its `_id` is `userId/eventId`. */
export interface RatingHistoryDoc {
  userId: string
  eventId: string
  /** of the event */
  name: string
  /** when the event ended */
  at: Date
  rating: number
  uncertainty: number
}

/** How often a player finished ahead of another, behind, and level. */
export interface Meetings {
  games: number
  ahead: number
  behind: number
  level: number
}

/** A document of `versus`: what two players have played against each other in public events. Its `_id` is `userId/otherId`. */
export interface VersusDoc extends Meetings {
  userId: string
  otherId: string
  otherUsername: string
  otherDisplayName: string
  /** the machines of these games, most played first; games without a machine are left out */
  machines: (Meetings & { machineId: string; name: string })[]
  /** the latest of the nights, the latest first */
  nights: (Meetings & { eventId: string; name: string; at: Date })[]
}

/** How many nights `versus` names. */
export const MOST_NIGHTS = 20

/**
 * What a player has played against another in public events, whether or not the site has ratings. Empty if they have not met, and for a
 * player against themselves.
 */
export const ratingsVersus = definePublication('ratings.versus', strictObject({ username: text(1, 60), other: text(1, 60) }), ['versus'], {
  access: 'everybody',
  example: { username: 'ada', other: 'ben' },
  errors: [noPlayer],
})

/** Hides the caller's own rating from everybody else, or shows it again. It is computed all the same. */
export const ratingsHide = defineMethod<Record<string, never>>()('ratings.hide', strictObject({ hidden: booleanField }), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [],
})
