import type { News } from '../../../platform/db/feed/write.ts'
import type { StandingsChange } from './live-standings.ts'

/**
 * Body of feed entries of the kind `event`. `change`: all that is another; `log`: only that something was written into its log; null: the event
 * itself, or so much that everything is to be read again.
 */
export interface EventChange {
  eventId: string
  change: StandingsChange | { kind: 'presence' } | { kind: 'rounds' } | { kind: 'log' } | null
}

export const EVENT_FEED = 'event'

export const eventNews = (eventId: string, change: EventChange['change'] = null): News => ({
  kind: EVENT_FEED,
  body: { eventId, change } satisfies EventChange,
})
