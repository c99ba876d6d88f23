import type { ShownFields } from '#platform/live/record.ts'
import type { PictureSize } from '#uploads/contract.ts'
import type { NextOnCard } from '../rules/cards.ts'
import type { EventState } from '../rules/event-state.ts'
import type { Presence } from '../rules/presence.ts'
import type { StaffRole } from '../rules/staff.ts'
import type { TieBreak } from '../rules/standings-options.ts'
import type { EVENT_FIELDS } from './event-fields.ts'
import type { LogSubject } from './log-subject.ts'

/** A document of `events`; its `_id` is the event's. */
export interface EventDoc extends ShownFields<typeof EVENT_FIELDS> {
  /** our addition to the API: by how many minutes the clocks of `timeZone` are ahead of UTC at `startsAt` */
  startsOffset: number
  /** our addition to the API: the same at `endsAt` */
  endsOffset: number
  state: EventState
  groupId?: string
  /** our addition to the API: by which the address of its venue's page names it; left out together with `venueId` */
  venueSlug?: string
  directorId: string
  /** our addition to the API; `username` is empty if the account was deleted */
  director: { username: string; displayName: string }
  /** our addition to the API: who runs the event besides its director, sorted by name; left out if nobody does */
  staff?: EventStaffMember[]
  /** number of entrants, guests included, without those who wait for a place */
  players: number
  /** our addition to the API: the server's receipt number, ascending in the order in which events were added */
  receipt: number
  /** our addition to the API: the standings are held back until the director shows them; left out: everybody who sees the event sees them */
  standingsHeld?: true
  /**
   * our addition to the API: everybody may see the event, but the lists for everybody and the search show it only once another player has
   * entered it, because its director is new here
   */
  unlisted?: true
  /**
   * our addition to the API: the events that belong together as qualifying and finals, this one among them, as they follow each other; left out:
   * it stands alone
   */
  stages?: EventStage[]
}

/** An event among those that belong together. */
export interface EventStage {
  eventId: string
  name: string
  /** the event from whose standings its players come; left out: it is no final */
  qualifyingId?: string
  /** the best place that it is played for, 1 in an A final; left out: it is no final */
  first?: number
}

/** Who runs an event besides its director. */
export interface EventStaffMember {
  userId: string
  /** empty if the account was deleted */
  username: string
  displayName: string
  role: StaffRole
  /** the user's picture, smallest size only */
  avatar?: PictureSize
}

/** A document of `eventMachines`; its `_id` is `eventId/machineId`. */
export interface EventMachineDoc {
  eventId: string
  machineId: string
  name: string
  order: number
  /** pin-golf only */
  target?: number
  active: boolean
}

export interface StandingsMachine {
  machineId: string
  /** our addition to the API: left out where only the strokes were entered */
  value?: number
  strokes?: number
  rank: number
  points: number
  /** our addition to the API: false if only the best machines count and this one is not among them */
  counted: boolean
}

/**
 * A document of `standings`; its `_id` is `eventId/entrantId`. Points have at most 3 decimals. Our addition to the API: to those who have asked
 * for it `withoutRanks`, an event in which places break ties sends `order` instead of `rank` and `tieBreak`.
 */
export interface StandingsDoc {
  eventId: string
  entrantId: string
  /** left out for guests */
  userId?: string
  username?: string
  displayName: string
  rank: number
  /**
   * our addition to the API, only instead of `rank`: the higher first number stands first; where it is equal, the list of the others (places)
   * that has the smaller number where the two first differ, or the longer one. Equal lists share a rank
   */
  order?: number[]
  points: number
  /** the place (1: first places, 2: second places, …) whose count broke the tie with the neighbouring row of the same total */
  tieBreak?: number
  /**
   * our addition to the API, in events with chosen tie-breaks: which one separates the row from the next better row of the same total (the
   * best of them: from the next worse), and the figures of both
   */
  decidedBy?: { by: TieBreak; own: number; other: number }
  /** our addition to the API: a playoff decided the place */
  playoff?: true
  strokes?: number
  /** empty in round formats */
  machines: StandingsMachine[]
  /** our addition to the API, in round formats: the result of each game */
  games?: StandingsGame[]
  /** our addition to the API, in strikes */
  strikes?: number
  /** our addition to the API: points, strikes or strokes that the director has added, or taken (negative); `afterRound` is 0 in events of scores */
  adjustments?: readonly { amount: number; afterRound: number; reason: string }[]
  /** our addition to the API, in strikes: the round in which the entrant was knocked out; left out while still in */
  outIn?: number
}

/** One entrant's result in one game of a round, given once it is confirmed. */
export interface StandingsGame {
  /** 1 for the first */
  round: number
  /** which game of the round; left out: the first */
  game?: number
  /** null: a bye; empty: the game had no machine */
  machineId: string | null
  /** null: a bye, or the place does not count, as of those who stay in an amazing race */
  place: number | null
  /** 0 in strikes, and in a bracket of pin-golf */
  points: number
  strikes?: number
  /** in a bracket of pin-golf */
  strokes?: number
}

/** A document of `eventLog`, our addition to the API: one action in the event other than playing, in most cases a director's. */
export interface EventLogDoc {
  eventId: string
  at: Date
  by: { userId: string; username: string } | null
  /** it was done on a device that `by` has linked to keep scores */
  byDevice?: true
  action: EventAction
  /** the subject of the action, as English text for people */
  what: string
  /** the same for words in any language; left out where there is no subject, and in entries that are older than this field */
  subject?: LogSubject
  /** the void, or the change of a round, that the action made, which can be undone */
  voidId?: string
  /** the group whose game the action voided */
  groupId?: string
  /** which game of the group; left out: the first */
  game?: number
  undone?: true
}

export const EVENT_ACTIONS = [
  'added',
  'edited',
  'started',
  'closed',
  'reopened',
  'handed-over',
  'staff',
  'device',
  'cancelled',
  'machine',
  'guest',
  'player',
  'renamed',
  'removed',
  'merged',
  'seeded',
  'finals',
  'claimed',
  'presence',
  'entered',
  'judged',
  'voided',
  'undone',
  'accepted',
  'refused',
  'drawn',
  'shown',
  'standings-held',
  'standings-shown',
  'dropped',
  'moved',
  'arranged',
  'adjusted',
  'result',
  'playoff',
] as const
export type EventAction = (typeof EVENT_ACTIONS)[number]

/** A document of `eventEntrants`, our addition to the API; its `_id` is the entrant's id, by which rounds refer to entrants. */
export interface EventEntrantDoc {
  eventId: string
  /** left out for guests */
  userId?: string
  username?: string
  displayName: string
  avatar?: PictureSize
  /** the player's IFPA number, for a guest as the director typed it; left out if unknown */
  ifpaNumber?: string
  presence: Presence
  /** 1 for the best, or the player's IFPA rank; left out: none */
  seed?: number
  /** the entrant has no place yet: 1 for who gets the next one; left out for all who have a place */
  waiting?: number
}

/** A document of `eventRounds`, our addition to the API; its `_id` is the round's. */
export interface EventRoundDoc {
  eventId: string
  /** 1 for the first */
  number: number
  drawnAt: Date
  /** what the draw is reproduced from, as `docs/rules.md` says */
  seed: string
  /** entrants with a bye */
  byes: string[]
  /** in the first round of a bracket: who plays in it, the best seed first; null: nobody */
  field?: (string | null)[]
  /** in the first round of a bracket: who of them has left, and loses the games that are not played yet; left out: nobody */
  gone?: string[]
  /** in the first round of an event whose games begin one by one: who waits for a game */
  waiting?: {
    /** who has waited longest comes first */
    entrantIds: string[]
    /** how long games take; left out: none has ended */
    gameMs?: number
    /** from when on no game begins any more; left out: as long as the event runs */
    until?: Date
  }
  /** when it begins; left out: at once */
  startsAt?: Date
  /** it is held back: only those who direct the event see it */
  held?: true
  /** how many games of a round before the latest are without a result that counts; left out: none, or the round is the latest */
  open?: number
}

/**
 * A document of `eventGroups`, our addition to the API; its `_id` is the group's. Only confirmed results count. A group that plays several
 * games has them in `games`; its own `machineId` and `state` are then those of its current game, and it has no result of its own.
 */
export interface EventGroupDoc extends EventGameDoc {
  eventId: string
  round: number
  /** 1 for the first of its round */
  number: number
  /** in the order in which they play, unless the event has none (`playOrder`) */
  entrantIds: string[]
  /** in a bracket: which of its games the group plays, as `docs/rules.md` says */
  bracketGame?: string
  /** the games in their order, if the group plays several */
  games?: EventGameDoc[]
}

/** One game of a group. */
export interface EventGameDoc {
  /** empty: groups play where they stand, or the game's machine is not chosen yet */
  machineId: string
  /** the group's entrants, first place first; left out as long as there is no result */
  result?: string[]
  /** the places of `result` if players are tied: 1, 2, 2, 4; left out if nobody is */
  places?: number[]
  /** the scores that were typed with `result`, in its order; null for a player without one; left out if none was */
  scores?: (number | null)[]
  /** the entrants of the group whose entry this is, as long as it is not confirmed */
  enteredBy?: string[]
  /** what the players of the group have entered, if they contradict each other: then the director decides */
  contested?: { entrantId: string; order: string[]; places?: number[]; scores?: (number | null)[] }[]
  /** who entered the result that counts; left out as long as none does, and where it is not known */
  confirmedBy?: { userId: string; byDevice?: true }
  /**
   * what somebody else had entered before the result that counts: `entrantId` is the player whose entry did not count yet, `confirmedBy` who
   * entered what counted
   */
  replaced?: {
    order: string[]
    places?: number[]
    scores?: (number | null)[]
    entrantId?: string
    confirmedBy?: { userId: string; byDevice?: true }
  }
  /** `entered`: a player of the group entered the result, and it waits for the director */
  state: 'playing' | 'entered' | 'confirmed'
}

/**
 * A document of `eventSeats`, our addition to the API, for directors: a player who plays every game on these machines. Its `_id` is the
 * entrant's.
 */
export interface EventSeatDoc {
  eventId: string
  machineIds: string[]
}

/**
 * A document of `eventAttempts`, our addition to the API, for directors. Its `_id` is the attempt's, which is also the score's id if there
 * is a score.
 */
export interface EventAttemptDoc {
  eventId: string
  entrantId: string
  displayName: string
  machineId: string
  /** left out: only the strokes were entered, or the attempt was spent without a score */
  value?: number
  strokes?: number
  /** when it was played */
  at: Date
  /** `pending`: arrived after the end and waits for the director; `rejected`: the score was rejected */
  state: 'counts' | 'voided' | 'pending' | 'rejected'
  /** the void that took the attempt out of the standings, which can be undone */
  voidId?: string
}

/** A document of `eventDevices`, our addition to the API, for directors: a link by which a device keeps scores without an account. */
export interface EventDeviceDoc {
  eventId: string
  createdAt: Date
  /** the user name of the one who made it; empty if the account was deleted */
  by: string
  /** the device is a kiosk, which is left by its code alone */
  kiosk?: true
  /** when a device opened it; left out as long as none has */
  openedAt?: Date
  /** for example "Firefox on Android" */
  browser?: string
}

/** What an entrant can still achieve on a machine. */
export interface NeedOnMachine {
  machineId: string
  /**
   * the smallest score (in pin-golf the most strokes) that gains at least one rank in the standings; null: none would; left out: the standings
   * are held back, or scores count in cards
   */
  least?: number | null
  /** where scores count in cards: which game of which card comes next on the machine, both from 1; left out: none may be played */
  next?: NextOnCard
  /** null: no limit */
  attemptsLeft: number | null
}

/** Vent endpoint, subscribed with `{ eventId }`, that sends what happens in an event while it happens. */
export const EVENT_CHANNEL = 'event'

/** A message of the vent endpoint `event`. */
export type EventMessage =
  | { kind: 'score'; eventId: string; attemptId: string; entrantId: string; machineId: string; value?: number; strokes?: number }
  | { kind: 'standings'; eventId: string }
  | { kind: 'state'; eventId: string; state: EventState }

/** An event in search results. */
export interface FoundEvent {
  eventId: string
  name: string
  state: EventState
}
