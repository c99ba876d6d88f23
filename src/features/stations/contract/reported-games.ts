import * as v from 'valibot'
import { deviceKey, eventForViewer, kioskEntersOnly, viewerErrors } from '#events/contract/devices.ts'
import {
  deviceEnded,
  eventFull,
  eventNotLive,
  eventOver,
  finalistsOnly,
  groupPlayersOnly,
  machineNotInEvent,
  machineOutOfOrder,
  noAttemptLeft,
  noEvent,
  noGameInGroup,
  noGroupInEvent,
  playedInRounds,
  resultsWouldOpen,
} from '#events/contract/errors.ts'
import { resultEnteredBefore, resultOfDirector, roundHeld } from '#events/contract/rounds.ts'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { PERSONAL, READING } from '#platform/live/rates.ts'
import { booleanField, id, integer, strictObject, text, uuidV7 } from '#platform/live/schemas.ts'
import { atMostItems, malformed, mustBeList } from '#platform/text/field-rules.ts'
import { noPlayer } from '#players/contract/players.ts'
import { eventScoresFixed, scoreIdUsed } from '#scores/contract/errors.ts'
import type { SubmitScoreResult } from '#scores/contract/scores.ts'
import { noVenue } from '#venues/contract/errors.ts'
import type { Doubt } from '../rules/doubts.ts'
import { MAX_INITIALS } from '../rules/initials.ts'
import { MAX_PLAYS } from '../rules/limits.ts'
import {
  claimDecided,
  claimEnded,
  claimNeedsCode,
  eventElsewhere,
  gameNotForGroup,
  gameOfGroup,
  gameUsed,
  noPlay,
  noReportedGame,
  noStation,
  notClaimed,
  notContested,
  playClaimed,
  playOwned,
} from './errors.ts'

/** One play of a reported game. */
export interface ReportedPlay {
  /** by which calls name it, 1 for the first that was reported; some may be missing, because nobody has claimed them in time */
  play: number
  score: number
  /** 1 for who began; left out: not known */
  player?: number
  /** as entered at the machine; left out: none */
  initials?: string
  /** as another program has sent it */
  name?: string
  /** who has claimed it; left out: nobody */
  by?: { userId: string; username: string; displayName: string }
  /** who says that it is theirs; left out: nobody else does */
  contestedBy?: { userId: string; username: string; displayName: string }
}

/** A document of `reportedGames`: a game that has ended on a station. */
export interface ReportedGameDoc {
  venueId: string
  venueName: string
  stationId: string
  machineId: string
  machineName: string
  endedAt: Date
  /** in the order in which they were reported */
  plays: ReportedPlay[]
  doubts: Doubt[]
  /** the game of an event for which it is; left out: none */
  eventId?: string
  groupId?: string
  game?: number
  /** the result of that game was entered from it */
  used?: true
}

/** A document of `stationPlaces`, for who has scanned the code of a station: where it is. Its `_id` is the station's. */
export interface StationPlaceDoc {
  code: string
  venueId: string
  venueName: string
  machineId: string
  machineName: string
}

/** A document of `gameOffers`, for one user: a reported game that may be theirs. Its `_id` is the game's. `play`: which of its plays, by the initials */
export interface GameOfferDoc {
  play?: number
  eventId?: string
  eventName?: string
  groupId?: string
}

const play = integer(1, MAX_PLAYS)

/**
 * Our addition: makes one play of a reported game a score of the caller, verified and with the source `machine`. `_id`: of the score;
 * `code`: that of the station, which works for 30 minutes; without it, the play has initials that the caller had registered at the venue
 * before the game ended. `eventId`: an event of scores that is played there, or names no venue, in which it becomes an attempt.
 */
export const stationsClaim = defineMethod<SubmitScoreResult>()(
  'stations.claim',
  strictObject({ _id: uuidV7, reportedGameId: id, play, code: v.optional(text(1, 20)), eventId: v.optional(id) }),
  {
    access: 'signed in',
    rates: PERSONAL,
    errors: [
      noReportedGame,
      noPlay,
      claimNeedsCode,
      gameOfGroup,
      claimEnded,
      playClaimed,
      playOwned,
      scoreIdUsed,
      noEvent,
      eventNotLive,
      eventElsewhere,
      eventFull,
      finalistsOnly,
      playedInRounds,
      machineNotInEvent,
      machineOutOfOrder,
      noAttemptLeft,
    ],
  },
)

/**
 * Our addition: takes the caller's own claim back, and removes its score, which in an event that is over only the event's director may. Doing so
 * again changes nothing. A play that somebody else says is theirs becomes that player's. A play that is the caller's by the result of a group
 * can't be taken back, nor one whose score somebody else has rejected or removed.
 */
export const stationsUnclaim = defineMethod<Record<string, never>>()('stations.unclaim', strictObject({ reportedGameId: id, play }), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [noReportedGame, noPlay, gameUsed, eventScoresFixed, claimDecided],
})

/** Our addition: says that a play which somebody else has claimed is the caller's. A manager of the venue decides. */
export const stationsContest = defineMethod<Record<string, never>>()(
  'stations.contest',
  strictObject({ reportedGameId: id, play, code: v.optional(text(1, 20)) }),
  {
    access: 'signed in',
    rates: PERSONAL,
    errors: [noReportedGame, noPlay, claimNeedsCode, gameOfGroup, claimEnded, notClaimed, playOwned],
  },
)

/**
 * Our addition: decides whose a contested play is: that of who has claimed it, or of who contests it. An attempt in an event goes with it where
 * its new player is in the event and may have it there; once that is over, only its director gives it away.
 */
export const stationsDecide = defineMethod<Record<string, never>>()(
  'stations.decide',
  strictObject({ venueId: id, reportedGameId: id, play, userId: id }),
  { access: 'manager of the venue', rates: PERSONAL, errors: [noVenue, noReportedGame, noPlay, notContested, noPlayer, eventScoresFixed] },
)

/** Our addition: deletes a reported game of which nothing was claimed or used, because it is none. */
export const stationsDismiss = defineMethod<Record<string, never>>()(
  'stations.dismiss',
  strictObject({ venueId: id, reportedGameId: id }),
  { access: 'manager of the venue', rates: PERSONAL, errors: [noVenue, noReportedGame, gameUsed] },
)

/** Our addition: registers the initials by which the caller's games at a venue are known from now on. Empty: none any more. */
export const stationsSetInitials = defineMethod<Record<string, never>>()(
  'stations.setInitials',
  strictObject({
    venueId: id,
    initials: v.pipe(text(0, MAX_INITIALS), v.regex(/^[A-Z0-9]*$/, malformed('must be capital letters and digits'))),
  }),
  { example: { initials: 'ABC' }, access: 'signed in', rates: PERSONAL, errors: [noVenue] },
)

/** Our addition: returns the initials that the caller has registered at a venue; empty: none. */
export const stationsInitials = defineMethod<{ initials: string }>()('stations.initials', strictObject({ venueId: id }), {
  access: 'signed in',
  rates: READING,
  errors: [noVenue],
})

/**
 * Our addition: enters the result of a group's game from a reported game, with its scores, as `events.result` does. `entrantIds`: whose the
 * plays are, in their order, which only who runs the event may say, and not at a kiosk; left out: the game is offered to the group, and the order
 * of play is the order on its card.
 */
export const stationsConfirm = defineMethod<{ state: 'entered' | 'confirmed' }>()(
  'stations.confirm',
  strictObject({
    eventId: id,
    device: v.optional(deviceKey),
    groupId: id,
    game: v.optional(integer(1, 20)),
    reportedGameId: id,
    entrantIds: v.optional(v.pipe(v.array(id, mustBeList()), v.maxLength(MAX_PLAYS, atMostItems(MAX_PLAYS)))),
  }),
  {
    access: 'players of the game, or scorekeeper of the event',
    rates: PERSONAL,
    errors: [
      noEvent,
      deviceEnded,
      noReportedGame,
      noGroupInEvent,
      noGameInGroup,
      gameNotForGroup,
      gameUsed,
      resultOfDirector,
      resultEnteredBefore,
      resultsWouldOpen,
      roundHeld,
      eventOver,
      groupPlayersOnly,
    ],
  },
)

/**
 * Our addition: says that a reported game which is offered to a group is not the group's, so that it is offered to it no more and others may
 * claim it. Who runs the event may still choose it.
 */
export const stationsUnlink = defineMethod<Record<string, never>>()(
  'stations.unlink',
  strictObject({
    eventId: id,
    device: v.optional(deviceKey),
    groupId: id,
    game: v.optional(integer(1, 20)),
    reportedGameId: id,
  }),
  {
    access: 'players of the game, or scorekeeper of the event',
    rates: PERSONAL,
    errors: [noEvent, deviceEnded, kioskEntersOnly, noReportedGame, gameUsed, groupPlayersOnly],
  },
)

/** Our addition: says whether reported games of an event count at once, where all players match. They are offered otherwise. */
export const stationsSetEvent = defineMethod<Record<string, never>>()(
  'stations.setEvent',
  strictObject({ eventId: id, countAtOnce: booleanField }),
  { access: 'director of the event', rates: PERSONAL, errors: [noEvent] },
)

/** Our addition: the latest 50 games that have ended at a venue, and all of which a play is contested, for its managers. */
export const stationsGames = definePublication('stations.games', strictObject({ venueId: id }), ['reportedGames'], {
  access: 'manager of the venue',
  errors: [noVenue],
})

/** Our addition: the games that have ended on a station within the last 30 minutes, for who has scanned its code, and where it is. */
export const stationsJustPlayed = definePublication(
  'stations.justPlayed',
  strictObject({ code: text(1, 20) }),
  ['reportedGames', 'stationPlaces'],
  {
    access: 'everybody',
    errors: [noStation],
  },
)

/** Our addition: the games that may be the caller's: by the initials registered at a venue before they ended, or as a player of the group for which they are. */
export const stationsMine = definePublication('stations.mine', strictObject({}), ['reportedGames', 'gameOffers'], {
  access: 'signed in',
  errors: [],
})

/** A document of `reportingEvents`, how reported games of an event are treated. Its `_id` is the event's. */
export interface ReportingEventDoc {
  countAtOnce: boolean
}

/**
 * Our addition: the reported games of an event: those that are for one of its games, and others that ended on its machines while it runs and
 * nobody has claimed.
 */
export const stationsOfEvent = definePublication('stations.ofEvent', strictObject(eventForViewer), ['reportedGames', 'reportingEvents'], {
  access: 'everybody',
  errors: viewerErrors,
})
