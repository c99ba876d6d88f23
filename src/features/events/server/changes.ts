import { defineChange } from '../../../platform/db/change-log/define-change.ts'
import type { NewChange } from '../../../platform/db/change-log/write.ts'
import type { StandingsChange } from './incremental-standings.ts'
import type { MatchGroupRow } from './round-store.ts'

/**
 * Something about rounds. `played`: one group of a round is another, and nothing else is, so that nobody has to read the rounds again; left out: rounds
 * were drawn or taken back. `logId`: the entry of the log that tells of it; null: none does.
 */
export interface RoundsChange {
  kind: 'rounds'
  played?: { round: number; group: MatchGroupRow; logId: string | null }
}

/**
 * An event has changed. `change`: all that is another; `log`: only that something was written into its log; null: the event itself, or so much that
 * everything is to be read again.
 */
export interface EventChange {
  eventId: string
  change: StandingsChange | { kind: 'presence' } | RoundsChange | { kind: 'log' } | null
}

export const eventChanged = defineChange<EventChange>('event', ({ eventId }) => eventId)

export const eventNews = (eventId: string, change: EventChange['change'] = null): NewChange => eventChanged.of({ eventId, change })
