import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { eventHref } from '../event-url.ts'
import type { ShownEvent } from '../types.ts'

/** The way through an event that has a qualifying and finals; nothing for one that stands alone. */
export function EventStages({ event: { _id, stages = [] } }: { event: ShownEvent }) {
  if (stages.length === 0) return null
  return (
    <nav aria-label={m.events_stages()}>
      <List ordered className={layout.row2}>
        {stages.map(({ eventId, name }, i) => (
          <li key={eventId}>
            {i > 0 && <span aria-hidden="true">› </span>}
            {eventId === _id ? <strong aria-current="page">{name}</strong> : <Link href={eventHref(eventId)}>{name}</Link>}
          </li>
        ))}
      </List>
    </nav>
  )
}
