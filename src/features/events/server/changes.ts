import { defineChange } from '../../../platform/db/feed/define-change.ts'
import type { News } from '../../../platform/db/feed/write.ts'
import type { StandingsChange } from './live-standings.ts'

/**
 * An event has changed. `change`: all that is another; `log`: only that something was written into its log; null: the event itself, or so much that
 * everything is to be read again.
 */
export interface EventChange {
  eventId: string
  change: StandingsChange | { kind: 'presence' } | { kind: 'rounds' } | { kind: 'log' } | null
}

export const eventChanged = defineChange<EventChange>('event', ({ eventId }) => eventId)

export const eventNews = (eventId: string, change: EventChange['change'] = null): News => eventChanged.of({ eventId, change })
