import type { PictureSize } from '../../uploads/contract.ts'
import type { EventState } from '../rules/event-state.ts'
import type { EventFormat } from '../rules/format.ts'

/** A document of `events`; its `_id` is the event's. */
export interface EventDoc {
  name: string
  description: string
  venue: string
  startsAt: Date
  endsAt: Date
  timeZone: string
  format: EventFormat
  state: EventState
  machineIds: string[]
  groupId?: string
  directorId: string
  /** our addition; an empty `username` is a player who is gone */
  director: { username: string; displayName: string }
  /** those who have entered, guests included */
  players: number
  /** our addition: the server's receipt number, by which lists are ordered */
  receipt: number
}

/** A document of `eventMachines`; its `_id` is `eventId/machineId`. */
export interface EventMachineDoc {
  eventId: string
  machineId: string
  name: string
  order: number
  /** pin-golf */
  target?: number
  active: boolean
}

export interface StandingsMachine {
  machineId: string
  value: number
  strokes?: number
  rank: number
  points: number
  /** our addition: false where only the best machines count, and this is none of them */
  counted: boolean
}

/** A document of `standings`; its `_id` is `eventId/entrantId`. Points have at most 3 decimals. */
export interface StandingsDoc {
  eventId: string
  entrantId: string
  /** none for a guest */
  userId?: string
  username?: string
  displayName: string
  rank: number
  points: number
  /** the place (1: firsts, 2: seconds …) whose count tells this row from its neighbour with the same total */
  tieBreak?: number
  strokes?: number
  /** empty in formats of rounds */
  machines: StandingsMachine[]
  /** our addition, in formats of rounds: game by game */
  games?: StandingsGame[]
  /** our addition, in strikes */
  strikes?: number
  /** our addition, in strikes: the round in which one went out; left out while still in */
  outIn?: number
}

/** One entrant's part in one round, as far as its result is confirmed. */
export interface StandingsGame {
  /** 1 for the first */
  round: number
  /** null: stood by */
  machineId: string | null
  place: number | null
  /** 0 in strikes */
  points: number
  strikes?: number
}

/** A document of `eventLog`, our addition: what a director has done. */
export interface EventLogDoc {
  eventId: string
  at: Date
  by: { userId: string; username: string } | null
  action: EventAction
  /** what it was done to, in words for a person */
  what: string
  /** the void it made, which can be undone */
  voidId?: string
  undone?: true
}

export const EVENT_ACTIONS = [
  'added',
  'edited',
  'closed',
  'cancelled',
  'machine',
  'guest',
  'claimed',
  'presence',
  'entered',
  'judged',
  'voided',
  'undone',
  'accepted',
  'refused',
  'drawn',
  'dropped',
  'moved',
  'result',
] as const
export type EventAction = (typeof EVENT_ACTIONS)[number]

/** `expected`: not seen yet; `here`: checked in, and drawn into rounds; `paused`: not drawn until back */
export const PRESENCES = ['expected', 'here', 'paused'] as const
export type Presence = (typeof PRESENCES)[number]

/** A document of `eventEntrants`, our addition; its `_id` is the entrant's. Rounds name entrants by it. */
export interface EventEntrantDoc {
  eventId: string
  /** none for a guest */
  userId?: string
  username?: string
  displayName: string
  avatar?: PictureSize
  /** the player's number at the IFPA, or what the director typed for a guest; left out: none is known */
  ifpaNumber?: string
  presence: Presence
}

/** A document of `eventRounds`, our addition; its `_id` is the round's. */
export interface EventRoundDoc {
  eventId: string
  /** 1 for the first */
  number: number
  drawnAt: Date
  /** entrants who found no opponent */
  byes: string[]
}

/** A document of `eventGroups`, our addition; its `_id` is the group's. Only confirmed results count. */
export interface EventGroupDoc {
  eventId: string
  round: number
  /** 1 for the first of its round */
  number: number
  machineId: string
  entrantIds: string[]
  /** the same entrants, first place first; left out: there is none yet */
  result?: string[]
  /** `entered`: by one of the group, and waits for the director */
  state: 'playing' | 'entered' | 'confirmed'
}

/** A document of `eventAttempts`, our addition, for directors; its `_id` is the attempt's, and the score's where it has one. */
export interface EventAttemptDoc {
  eventId: string
  entrantId: string
  displayName: string
  machineId: string
  value: number
  strokes?: number
  /** when it was played */
  at: Date
  /** `pending`: arrived after the finish and waits for the director; `rejected`: by a verdict on the score */
  state: 'counts' | 'voided' | 'pending' | 'rejected'
  /** what took it out, which can be undone */
  voidId?: string
}

/** What an entrant may still do on a machine. */
export interface NeedOnMachine {
  machineId: string
  /** the smallest score, in pin-golf the most strokes, that gains at least one rank in the standings; null: none would */
  least: number | null
  /** null: no bound */
  attemptsLeft: number | null
}

/** Vent endpoint, with `{ eventId }`: what happens in an event as it happens. */
export const EVENT_CHANNEL = 'event'

/** What the channel `event` sends. */
export type EventNews =
  | { kind: 'score'; eventId: string; attemptId: string; entrantId: string; machineId: string; value: number; strokes?: number }
  | { kind: 'standings'; eventId: string }
  | { kind: 'state'; eventId: string; state: EventState }

/** An event as the search finds it. */
export interface FoundEvent {
  eventId: string
  name: string
  state: EventState
}
