import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { EventStateBadge, EventWhen } from './EventWhen.tsx'
import styles from './event.module.css'
import { eventHref } from './event-url.ts'
import { formatName } from './labels/format-labels.ts'
import { times } from './labels/number-labels.ts'
import type { ShownEvent } from './types.ts'

interface EventCardProps {
  event: ShownEvent
  level?: 2 | 3
  /** true: the list says the state of its events, and has the width of a board, so that the card needs two lines only */
  grouped?: boolean
}

/** One event in a list; the whole card opens it. */
export function EventCard({ event, level = 3, grouped = false }: EventCardProps) {
  const { _id, name, venue, format, machineIds, players } = event
  const Name = level === 2 ? 'h2' : 'h3'
  return (
    <article className={cx(layout.stack2, layout.card, layout.minor, styles.card, grouped && styles.listed)}>
      {!grouped && <EventStateBadge event={event} />}
      <Name>
        <Link className={cx(layout.cover, styles.name)} href={eventHref(_id)}>
          {name}
        </Link>
      </Name>
      {grouped && <EventStateBadge event={event} grouped />}
      <p className={cx(layout.quiet, styles.cardFacts, styles.cardWhen)}>
        <EventWhen event={event} />
      </p>
      <p className={cx(layout.quiet, styles.cardFacts)}>
        <span>{formatName(format)}</span>
        <span>{times(machineIds.length, m.ui_count_machines)}</span>
        <span>{times(players, m.ui_count_players)}</span>
        {venue !== '' && <span className={cx(layout.oneLine, styles.place)}>{venue}</span>}
      </p>
    </article>
  )
}
