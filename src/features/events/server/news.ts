import type { News } from '../../../platform/db/feed/write.ts'
import type { StandingsChange } from './live-standings.ts'

/** Body of feed entries of the kind `event`. `change`: all that is another in its standings; null: the event itself, its people or its log are. */
export interface EventChange {
  eventId: string
  change: StandingsChange | null
}

export const EVENT_FEED = 'event'

export const eventNews = (eventId: string, change: StandingsChange | null = null): News => ({
  kind: EVENT_FEED,
  body: { eventId, change } satisfies EventChange,
})
