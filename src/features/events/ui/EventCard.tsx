import * as m from '#messages'
import { Link } from '../../../platform/ui/controls/Link.tsx'
import { EventStateBadge, EventWhen } from './EventWhen.tsx'
import styles from './event.module.css'
import { eventHref } from './event-url.ts'
import { formatName } from './labels/format-labels.ts'
import { times } from './labels/number-labels.ts'
import type { ShownEvent } from './types.ts'

/** One event in a list; the whole card opens it. */
export function EventCard({ event, level = 3 }: { event: ShownEvent; level?: 2 | 3 }) {
  const { _id, name, venue, format, machineIds, players } = event
  const Name = level === 2 ? 'h2' : 'h3'
  return (
    <article className={styles.card}>
      <EventStateBadge event={event} />
      <Name>
        <Link className={styles.name} href={eventHref(_id)}>
          {name}
        </Link>
      </Name>
      <p className={styles.cardFacts}>
        <EventWhen event={event} />
        {venue !== '' && <span>{venue}</span>}
      </p>
      <p className={styles.cardFacts}>
        <span>{formatName(format)}</span>
        <span>{times(machineIds.length, m.events_count_machines)}</span>
        <span>{times(players, m.events_count_players)}</span>
      </p>
    </article>
  )
}
