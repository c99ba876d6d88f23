import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { eventHref } from '../event-url.ts'
import type { ShownEvent } from '../types.ts'

/** The way through an event that has a qualifying and finals; nothing for one that stands alone. */
export function EventStages({ event: { _id, stages = [] } }: { event: ShownEvent }) {
  if (stages.length === 0) return null
  return (
    <nav aria-label={m.events_stages()}>
      <List ordered className={layout.row}>
        {stages.map(({ eventId, name, first }) => (
          <li key={eventId}>
            {first === undefined ? `${m.events_stage_qualifying()} · ` : ''}
            {eventId === _id ? (
              <strong aria-current="page">{name}</strong>
            ) : (
              <Link className={cx(layout.link)} href={eventHref(eventId)}>
                {name}
              </Link>
            )}
          </li>
        ))}
      </List>
    </nav>
  )
}
