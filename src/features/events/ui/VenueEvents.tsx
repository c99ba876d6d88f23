import * as m from '#messages'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { EventDoc } from '../contract/documents.ts'
import { eventsList } from '../contract/publications.ts'
import { EventCard } from './EventCard.tsx'
import { sortByState } from './event-list-query.ts'
import styles from './group-events.module.css'
import type { ShownEvent } from './types.ts'

/** How many events the page of a venue shows. */
const MAX_EVENTS = 6

/** The events at a venue: live ones, upcoming ones, then finished ones. */
export function VenueEvents({ venueId }: { venueId: string }) {
  const live = useSubscription(eventsList, { venueId, limit: 20 })
  const events = useDocuments<EventDoc, ShownEvent[]>(
    'events',
    documents => sortByState(documents.filter(each => each.venueId === venueId && each.state !== 'cancelled')).slice(0, MAX_EVENTS),
    [venueId],
  )
  if (events.length === 0) return live.state === 'ready' ? <p className={layout.muted}>{m.events_page_none()}</p> : null
  return (
    <List className={styles.list}>
      {events.map(event => (
        <li key={event._id}>
          <EventCard event={event} />
        </li>
      ))}
    </List>
  )
}
