import type { PublishContext } from '#ddp/server/subscription.ts'
import type { ChangeLogEntry, NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { FoundEvent } from '../contract/documents.ts'
import type { EventInput } from '../contract/event-fields.ts'
import type { Adjustment } from '../rules/adjustment.ts'
import type { Attempt } from '../rules/attempt.ts'
import type { SeedSourceName } from '../rules/draw-options.ts'
import type { EnteredPerson } from '../rules/person-key.ts'
import type { StandingsEntry } from '../rules/standings/standings-entry.ts'
import type { EventRow } from './store.ts'

/** A score given in an event. `at` in ms: when it was achieved or when it was received, whichever is earlier. */
export interface EventScore {
  id: string
  eventId: string
  machineId: string
  value: number
  strokes?: number | undefined
  at: number
  /** true: it counts only when the director has accepted it */
  pending?: boolean
}

/** Who did what to a score. `by`: the user's id; `as`: the action in one word, such as "verified", "corrected" or "removed". */
export interface ScoreRuling {
  by: string
  as: string
}

/**
 * Called when an account claims a guest's entry. `userId`: the account's user; `attempts`: what the guest had played.
 * @returns the change-log entries that it wrote
 */
export type ClaimHook = (tx: Db, claimed: { userId: string; eventId: string; attempts: readonly Attempt[] }) => Promise<ChangeLogEntry[]>

/**
 * A score above 0 that was typed with the result of a game and counts, of a player with an account. `at` in ms: when it was entered;
 * `venueId`: where the event takes place, if it names a venue
 */
export interface GameScore {
  eventId: string
  venueId: string | null
  groupId: string
  /** 1 for the first of the group */
  game: number
  userId: string
  machineId: string
  value: number
  at: number
}

/**
 * Called when the results of games have changed, or their machines, players or accounts. `groupIds`: the groups concerned, also those that are
 * no more; `scores`: all scores that count in their games from now on; `unscored`: they have no scores and had none before.
 * @returns the changes for the change log
 */
export type GameScoresHook = (
  tx: Db,
  games: { groupIds: readonly string[]; scores: readonly GameScore[]; unscored: boolean },
) => Promise<NewChange[]>

/**
 * Called when a round is drawn, or shown after it was held back, in the transaction that does so. `groupId`: of the event; null: it has none.
 * @returns the changes for the change log
 */
export type RoundDrawnHook = (tx: Db, drawn: { roundId: string; groupId: string | null }) => Promise<NewChange[]>

/**
 * Tells how a feature above events ranks these entrants now: 1 for the best, by the entrant's id; who is not ranked is left out. The director
 * who asks must not learn more than everybody may.
 * @returns null if there is nothing to rank them by
 */
export type SeedSource = (
  tx: Db,
  asked: { eventId: string; entrants: readonly EnteredPerson[] },
) => Promise<ReadonlyMap<string, number> | null>

/** An entrant as features above events know people. */
export interface NightEntrant extends EnteredPerson {
  /** null: a guest; empty: the account was deleted */
  username: string | null
  ifpaNumber: string | null
}

/** The standings of an event, for a feature that adds up several. */
export interface NightStandings {
  event: EventRow
  /** those who have a place, by id; some may not have played */
  entrants: ReadonlyMap<string, NightEntrant>
  /** Best first; none while they are held back. It is another list once anything has changed on which it depends. */
  rows: readonly StandingsEntry[]
}

/** An event whose standings another feature follows. They are kept in memory meanwhile. */
export interface WatchedNight {
  /** `position`: number of the last change in the change log that they include; `night` null: there is no such event */
  current(): Promise<{ position: number; night: NightStandings | null }>
  /** ms until they should be computed again, see `ViewSource.rest` */
  readonly rest: number
  close(): void
}

/** Somebody who is to be entered in an event. `key`: as `peopleOfEvent` returns it; `id`: of the entry of a guest who is not in the event yet */
export interface SeededPlayer extends NightEntrant {
  key: string
  /** left out: nobody has seen the player yet */
  presence?: 'expected' | 'here'
}

export interface EnteredPlayers {
  /** how many were not in the event before */
  added: number
  /** the names of those who could not be entered */
  refused: string[]
  /** the ids of the entries of those who are in the event now, by their keys */
  entrantIds: ReadonlyMap<string, string>
  /** for the change log */
  changes: NewChange[]
}

/** Returns the nights before an event over which its draws are balanced, the first one first. */
export type EarlierNights = (tx: Db, eventId: string) => Promise<string[]>

/** What features above events may do with events that belong together. */
export interface NightsApi {
  watch(eventId: string): WatchedNight
  /** Reads the standings in the caller's snapshot; null: there is no such event. */
  read(tx: Db, eventId: string): Promise<NightStandings | null>
  /** Registers which nights came before an event whose director wants its draws balanced over them. */
  onBalance(hook: EarlierNights): void
  /** Enters players for the director of an event, the best seed first. @param entry `by`: the director @throws DdpError 403, 404, 409 */
  enter(tx: Db, entry: { eventId: string; by: string; players: readonly SeededPlayer[] }): Promise<EnteredPlayers>
}

/** The games in which a few players play against each other, of formats whose places say who was better. Only confirmed results are games. */
export interface HeadToHeadGames {
  /** Returns the nights whose games count for ratings, in the order in which they count: of the end, then of the event's id. @param now ms */
  listRatedNights(tx: Db, now: number): Promise<RatedNight[]>
  /** Returns the games of some of these nights, in their order. A night that does not count any more is left out. @param now ms */
  loadRatedGames(tx: Db, eventIds: readonly string[], now: number): Promise<(RatedNight & { games: RatedGame[] })[]>
  /** Returns the games that two players have played against each other in public events, the latest night first. */
  listBetween(tx: Db, userId: string, otherId: string): Promise<GameBetween[]>
  /** Returns the public events in which both players have an entry. */
  listShared(tx: Db, userId: string, otherId: string): Promise<{ eventId: string; groupId: string | null }[]>
}

/** A night whose games count for ratings: an event that has ended. `endedAt` in ms; `digest`: the same as long as its games are the same */
export interface RatedNight {
  eventId: string
  endedAt: number
  digest: string
}

/** A game for ratings. `places`: of the players in `userIds`, all of whom have accounts; 1 for the first, equal ones are ties */
export interface RatedGame {
  userIds: string[]
  places: number[]
}

/** A game that two players have played against each other. `startsAt` in ms; `machineId` null: the game had none */
export interface GameBetween {
  eventId: string
  eventName: string
  startsAt: number
  machineId: string | null
  machineName: string | null
  place: number
  otherPlace: number
}

/** Called when a director accepts an attempt that waited. `by`: the director's id. @returns the change-log entries that it wrote */
export type AttemptAcceptedHook = (tx: Db, accepted: { attemptId: string; by: string }) => Promise<ChangeLogEntry[]>

/** A round that was played elsewhere. */
export interface PastRound {
  byes: readonly string[]
  groups: readonly {
    entrantIds: readonly string[]
    /** `machineId` empty: not known; `result` null: it was not played to its end; `places` null: nobody is tied */
    games: readonly { machineId: string; result: readonly string[] | null; places: readonly number[] | null }[]
  }[]
}

/** An event that was held elsewhere, with everything that was played in it. */
export interface PastEvent {
  id: string
  /** who becomes its director */
  by: string
  groupId: string | null
  fields: EventInput
  /** false: it goes on here */
  isFinished: boolean
  /** guests, whom accounts may claim; in a group, those whom its list knows become these people */
  entrants: readonly { id: string; name: string; ifpaNumber: string | null; hasLeft: boolean }[]
  rounds: readonly PastRound[]
  attempts: readonly Omit<Attempt, 'id'>[]
  adjustments: readonly Adjustment[]
}

/** What a feature that imports events of other sites may do. */
export interface PastEventsApi {
  /** Lets who may add an event pass: of a group, those who run it; otherwise event directors. @throws DdpError 403, 404 */
  requireMaker(groupId: string | null, userId: string): Promise<void>
  /** Adds it. @returns the changes for the change log @throws DdpError 400, 409, 429 */
  add(tx: Db, event: PastEvent): Promise<NewChange[]>
  /** Returns the names by which guests of these names may be shown, spelled so that nobody takes them for somebody else; null: there is none. */
  guestNames(names: readonly string[]): Promise<(string | null)[]>
  /**
   * Takes it back: it is cancelled, and counts nowhere.
   * @returns the changes for the change log; null: it stays, because somebody has played, joined or claimed an entry since
   */
  withdraw(tx: Db, event: { id: string; by: string }): Promise<NewChange[] | null>
}

/** A game of a group, as features above events know it. */
export interface OpenGame {
  eventId: string
  groupId: string
  /** 1 for the first of its group */
  game: number
  /** empty: it has none */
  machineId: string
  confirmed: boolean
  /** in the order in which they play, if `hasOrder` */
  entrantIds: string[]
  /** false: players of the event agree among themselves who begins */
  hasOrder: boolean
  /** of their accounts, in the order of `entrantIds`; empty: a guest */
  userIds: string[]
  /** when its round was drawn (ms) */
  drawnAt: number
  /** the result that counts, or what players of the group have entered while none does */
  entered: { order: string[]; scores?: (number | null)[] | null }[]
}

/** A result with the scores of all players. `order`: the entrants, the highest score first; `scores`: theirs */
export interface ScoredResult {
  eventId: string
  groupId: string
  game: number
  order: string[]
  scores: number[]
}

/** Who acts in an event: a signed-in user, or a device with the permission of the user who made its link. */
export interface EventActor {
  userId: string
  byDevice: boolean
  /** the device is a kiosk: whoever stands before it may enter what is open, and change nothing */
  byKiosk: boolean
  /** nobody does: a result enters itself in the user's name, and changes nothing that anybody has entered */
  byItself?: boolean
}

/** What a feature may do that learns results elsewhere than from people. */
export interface ResultsApi {
  /** Returns the games without a confirmed result that are drawn on a machine in live events at a venue. */
  listOpenGames(tx: Db, where: { venueId: string; machineId: string }): Promise<OpenGame[]>
  /** Returns the games of groups, whether they are open or not. */
  findGames(db: Db, groupIds: readonly string[]): Promise<OpenGame[]>
  /**
   * Enters a result in the caller's transaction, as if the actor did it by `events.result`.
   * @returns the changes for the change log @throws DdpError as `events.result`
   */
  enter(tx: Db, actor: EventActor, result: ScoredResult): Promise<{ state: 'entered' | 'confirmed'; changes: NewChange[] }>
  /** Returns who makes a call about an event: the caller, or who made the link of the device that sends its key. @throws DdpError 401, 403 */
  findActor(call: { userId: string | null; input: { eventId: string; device?: string | undefined } }): Promise<EventActor>
  /**
   * Lets who may enter a result of a group pass: its players, and who keeps the event's scores.
   * @returns `isOfficial`: the user is one of the latter @throws DdpError 403, 404
   */
  requireEnterer(db: Db, eventId: string, groupId: string, userId: string): Promise<{ isOfficial: boolean }>
  /** Returns who directs an event and where it takes place; null: there is no such event, or it is not live. */
  findLive(db: Db, eventId: string): Promise<{ directorId: string; venueId: string | null; name: string } | null>
  /** Returns where an event is held, whether it is live or not; null: it names no venue, or there is no such event. */
  findVenue(db: Db, eventId: string): Promise<EventVenue | null>
}

/**
 * Where an event is held. `groupId`: of the venue; `isShown`: everybody who may see the event may see the venue too; the rest is the event's,
 * `startsAt` in ms.
 */
export interface EventVenue {
  venueId: string
  groupId: string | null
  isShown: boolean
  machineIds: string[]
  startsAt: number
  isLive: boolean
}

/** What other features may call. */
export interface EventsApi {
  readonly results: ResultsApi
  readonly past: PastEventsApi
  readonly headToHead: HeadToHeadGames
  readonly nights: NightsApi
  /** Resolves if the user may see the event. @throws DdpError 404, the same for a hidden event and for one that does not exist */
  assertVisible(eventId: string, userId: string | null): Promise<void>
  /**
   * Like `assertVisible`, and ends the subscription as soon as the subscriber may no longer see the event. With the key of a device that keeps
   * its scores, what counts is the permission of the user who made its link. @throws DdpError 403 for a device, 404
   */
  authorizeAndWatch(publishing: PublishContext, eventId: string, device?: string): Promise<void>
  /** Lets who directs the event pass: its director, its co-directors and administrators. @throws DdpError 403, 404 */
  requireDirector(eventId: string, userId: string): Promise<void>
  /** Like `requireDirector` for a subscriber, and ends the subscription as soon as that is no longer so. @throws DdpError 401, 403, 404 */
  authorizeDirector(publishing: PublishContext, eventId: string): Promise<void>
  /**
   * Like `assertVisible`, for what tells standings, such as an event's board of a machine.
   * @throws DdpError 404, 409 while they are held back from the user
   */
  assertStandingsVisible(eventId: string, userId: string | null): Promise<void>
  /** Like `authorizeAndWatch`, for what tells standings: it also ends the subscription as soon as they are held back from the subscriber. */
  authorizeStandings(publishing: PublishContext, eventId: string): Promise<void>
  /** True if the user has an entry in the event, also one that waits for a place. */
  isEntered(db: Db, eventId: string, userId: string): Promise<boolean>
  /**
   * Enters a player's score in an event, in the transaction that writes the score and before the score is inserted. A player who is not in
   * the event yet becomes an entrant.
   * @returns the changes for the change log
   * @throws DdpError 400, 404, 409
   */
  recordScore(tx: Db, userId: string, score: EventScore): Promise<NewChange[]>
  /**
   * Updates the attempt of a score that was corrected or moderated. Without `pending`, whether it waits for the director stays as it is. The caller has locked the score. Unless its own player did it, it is
   * written to the event's log.
   * @returns the changes for the change log; none if the score belongs to no event
   * @throws DdpError 400
   */
  syncScore(
    tx: Db,
    score: { id: string; value: number; strokes: number | null; rejected: boolean; pending?: boolean },
    ruling: ScoreRuling,
  ): Promise<NewChange[]>
  /**
   * Deletes the attempts of removed scores, which the caller has locked.
   * @param ruling omitted when the scores are deleted together with their player's account
   * @returns the changes for the change log
   */
  removeScores(tx: Db, scoreIds: readonly string[], ruling?: ScoreRuling): Promise<NewChange[]>
  /**
   * Finds events whose name or venue has words that begin with the words of the text. Events of private groups are found only by their
   * members.
   */
  search(text: string, userId: string | null, limit: number): Promise<FoundEvent[]>
  /** Registers what else happens, in the same transaction and before the attempt counts, when a director accepts an attempt. */
  onAttemptAccepted(hook: AttemptAcceptedHook): void
  /** Registers what else happens, in the same transaction, when a round is drawn and everybody sees it. */
  onRoundDrawn(hook: RoundDrawnHook): void
  /** Registers what else happens, in the same transaction, when the results of games may have changed, and with them the scores that count. */
  onGameScores(hook: GameScoresHook): void
  /** Registers where seeds come from in events with this seeding. */
  registerSeeds(name: SeedSourceName, source: SeedSource): void
  /** Registers what else happens, in the same transaction, when an account claims a guest's entry. */
  onGuestClaimed(hook: ClaimHook): void
  /** True if the user directs the event that the score belongs to; null: it belongs to no event. */
  isDirector(scoreId: string, userId: string): Promise<boolean | null>
  /** Returns the id of the venue where an event takes place, whoever may see it; null: it names none, or there is no such event. */
  venueOf(db: Db, eventId: string): Promise<string | null>
  /** Returns the time zone of an event; UTC if there is no such event. */
  timeZone(eventId: string): Promise<string>
  /** True if the event that the score belongs to is finished, so that only its director may change the score. */
  isLocked(scoreId: string): Promise<boolean>
}
