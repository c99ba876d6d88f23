import * as m from '#messages'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { EventDoc } from '../contract/documents.ts'
import { eventsList } from '../contract/publications.ts'
import { EventCard } from './EventCard.tsx'
import { groupEventsInput, sortByState } from './event-list-query.ts'
import styles from './group-events.module.css'
import type { ShownEvent } from './types.ts'

/** How many events the page of a group (club) shows. */
const MAX_EVENTS = 6

/**
 * A group's events: live ones, upcoming ones, then finished ones. Without events it says so, to everyone alike, so that nothing moves when the
 * user's role becomes known.
 * @param mayAdd true if the user runs the group and may add events
 */
export function GroupEvents({ groupId, mayAdd }: { groupId: string; mayAdd: boolean }) {
  useSubscription(eventsList, groupEventsInput(groupId))
  const events = useDocuments<EventDoc, ShownEvent[]>(
    'events',
    documents => sortByState(documents.filter(each => each.groupId === groupId && each.state !== 'cancelled')).slice(0, MAX_EVENTS),
    [groupId],
  )
  return (
    <section className={layout.stack3} aria-labelledby="events">
      <div className={styles.head}>
        <h2 id="events">{m.ui_events()}</h2>
        {mayAdd && <ButtonLink href={`/events/new?group=${groupId}`}>{m.ui_add_event()}</ButtonLink>}
      </div>
      {events.length === 0 ? (
        <p className={styles.none}>{mayAdd ? m.events_of_group_none() : m.events_page_none()}</p>
      ) : (
        <List className={styles.list}>
          {events.map(event => (
            <li key={event._id}>
              <EventCard event={event} />
            </li>
          ))}
        </List>
      )}
    </section>
  )
}
