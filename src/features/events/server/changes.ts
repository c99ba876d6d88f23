import { defineChange } from '#platform/db/change-log/define-change.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { EventStaffMember } from '../contract/documents.ts'
import type { Adjustment } from '../rules/adjustment.ts'
import type { Attempt, VoidWindow } from '../rules/attempt.ts'
import type { ChangedResult, MatchGroupRow } from './rounds/round-store.ts'
import type { EventRow } from './store.ts'

/** What a player is told who has become an entrant: a director added the player, or a place became free. */
export type EntrantNotice = 'added' | 'admitted'

/**
 * A change of the standings' inputs. `attempt` carries the complete attempt, whether it is new, corrected, moderated, voided or restored.
 * `voidId`: the void that it has just got; `undoneId`: the one of it that was undone.
 * `addsPlayer`: the event has one player more, for lists that get no row of the event. `held`: the standings are held back from now on, or
 * shown.
 * `adjustments`: all that count from now on.
 */
export type StandingsChange =
  | { kind: 'attempt'; attempt: Attempt; voidId?: string; undoneId?: string }
  | { kind: 'attempt-removed'; attemptId: string }
  | { kind: 'window'; window: VoidWindow }
  | { kind: 'window-undone'; windowId: string }
  | { kind: 'entrant'; entrantId: string; notice?: EntrantNotice; addsPlayer?: true }
  | { kind: 'entrant-left'; entrantId: string }
  | { kind: 'standings-held'; held: boolean }
  | { kind: 'adjusted'; adjustments: Adjustment[] }

/** An entry of a game's result was replaced by another. */
export interface ResultOverruled {
  /** whose entry it was */
  userId: string
  /** 1 for the first of the group */
  game: number
  by: string
}

/**
 * Rounds have changed. `played`: only this one group changed, so that views need not reload the rounds; omitted: whatever else
 * has happened to rounds or to what counts in them. `logId`: the event-log entry about it; null: there is none. `overruled`: somebody's entry
 * was replaced by somebody else. `seats`: whom the change gives another place in the round. `results`: groups whose results count no longer, or
 * count again, other than by `played`.
 */
export interface RoundsChange {
  kind: 'rounds'
  played?: { round: number; group: MatchGroupRow; logId: string | null; overruled?: ResultOverruled }
  seats?: ChangedSeats
  results?: ChangedResult[]
}

/**
 * Players of a round who have another group, or whose group has other players or another machine, and who are told so. `entrantIds`: left
 * out: everybody whom the round has, since it was drawn. `opened`: games of a bracket that may be played now, since their players are known.
 */
export interface ChangedSeats {
  roundId: string
  entrantIds?: string[]
  opened?: true
}

/**
 * A user's part in running the event has changed. `directs`: the user is its director or a co-director now; `keepsScores`: or a scorekeeper.
 */
export interface StaffChange {
  kind: 'staff'
  userId: string
  directs: boolean
  keepsScores: boolean
}

/** The event's device links have changed. `endedId`: the link that has ended; null: all have; omitted: none has. */
export interface DevicesChange {
  kind: 'devices'
  endedId?: string | null
}

/** An event without the names of those who run it, because a deleted user's names may not stay in the log. */
export interface ChangedEvent extends Omit<EventRow, 'directorName' | 'directorUsername' | 'staff'> {
  staff: Pick<EventStaffMember, 'userId' | 'role'>[]
}

/**
 * An event has changed. `change`: what exactly has changed; `log`: only the event's log has a new entry; null: the event itself has changed,
 * or so much that everything must be reloaded.
 */
export interface EventChange {
  eventId: string
  change:
    | StandingsChange
    | { kind: 'presence' }
    | { kind: 'seats' | 'fees' }
    | RoundsChange
    | StaffChange
    | DevicesChange
    | { kind: 'log' }
    | null
  /**
   * the event after the transaction; null: a later change of the same transaction has it; left out if the transaction did not have the event's
   * row to itself, or the change does not concern it
   */
  event?: ChangedEvent | null
  /** an entry of which another one has everything now, by their ids; the same twice: it was a guest's and is an account's now */
  merged?: { from: string; into: string }
}

export const eventChanged = defineChange<EventChange>('event', ({ eventId }) => eventId)

export const createEventChange = (eventId: string, change: EventChange['change'] = null): NewChange => eventChanged.of({ eventId, change })

/** Returns the void that a change has made; null: it made none. */
export function madeVoid(change: EventChange['change']): string | null {
  if (change?.kind === 'window') return change.window.id
  return change?.kind === 'attempt' ? (change.voidId ?? null) : null
}

/** Changes of who takes part or of what was played, which the standings depend on. */
type PlayChange = StandingsChange | RoundsChange

export const isPlayChange = (change: NonNullable<EventChange['change']>): change is PlayChange =>
  !['presence', 'seats', 'fees', 'staff', 'devices', 'log'].includes(change.kind)

/** Returns changes for those who see the other stages of an event, which name this one. */
export const stageChanges = ({ id, stages }: Pick<EventRow, 'id' | 'stages'>): NewChange[] =>
  stages.flatMap(({ eventId }) => (eventId === id ? [] : [createEventChange(eventId)]))
