// A file of its own, because every page loads contract.ts, and only the page of a player needs this.
import { definePublication } from '#platform/live/contract.ts'
import { strictObject, text } from '#platform/live/schemas.ts'
import { noPlayer } from './players.ts'

/** Our addition: a document of the collection `playerSummaries`; its `_id` is the user id. */
export interface PlayerSummaryDoc {
  /** the UTC day that `days` begins with, such as "2026-01-26": the Monday 52 weeks before the Monday of this week */
  firstDay: string
  /** the player's accepted scores by the UTC day on which they were played: one number for each day from `firstDay` to today */
  days: number[]
  /** public events that have begun and in which the player has a place */
  events: number
  /** how many of the latest 50 of these events the player won */
  eventsWon: number
}

/** Our addition: a document of the collection `playerForm`, one of a player's latest ten accepted scores. Its `_id` is the score's. */
export interface PlayerFormDoc {
  userId: string
  machineId: string
  machineName: string
  value: number
  /** ascending in the order in which the server received the scores */
  receipt: number
  /** share of the machine's players, in percent, whose best is lower than the score; left out if nobody else has played the machine */
  percentile?: number
}

/** Our addition: a document of the collection `playerEvents`, one of the latest ten public events of a player. Its `_id` is `userId/eventId`. */
export interface PlayerEventDoc {
  userId: string
  eventId: string
  name: string
  startsAt: Date
  /** by how many minutes the clocks of the event's time zone are ahead of UTC at `startsAt` */
  startsOffset: number
  state: 'live' | 'finished'
  /** how many players have a place in the event */
  players: number
  /** the player's final rank; left out until the event is over, and if the player has not played in it */
  rank?: number
}

/**
 * Our addition: a player's year, form and events, which only public events are part of, the player's places in the latest ten seasons that
 * everybody may see, and the player's rating with its history. There is no rating if the player has none or hides it from the caller, or if the
 * site has no ratings.
 */
export const playersSummary = definePublication(
  'players.summary',
  strictObject({ username: text(1, 60) }),
  ['playerSummaries', 'playerForm', 'playerEvents', 'playerSeries', 'ratings', 'ratingHistory'],
  { access: 'everybody', errors: [noPlayer] },
)
