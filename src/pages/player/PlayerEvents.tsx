import { eventHref } from '#events/ui/event-url.ts'
import { formatEventDay } from '#events/ui/labels/format-day.ts'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { ordinal, plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { PlayerEventDoc } from '#players/contract/summary.ts'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import styles from './events.module.css'

/** A player's latest events with the places in them. */
export function PlayerEvents({ events }: { events: readonly (PlayerEventDoc & { _id: string })[] }) {
  return (
    <List className={layout.stack}>
      {events.map(event => (
        <li key={event._id} className={styles.event}>
          {event.rank === undefined ? <span className={styles.noPlace}>–</span> : <RankBadge rank={event.rank} />}
          <span className={cx(layout.stack, layout.anywhere, styles.name)}>
            <Link href={eventHref(event.eventId)}>{event.name}</Link>
            <span className={cx(layout.line2, layout.quiet)}>
              {event.state === 'live' && <span className={styles.live}>{m.ui_live()}</span>}
              <time dateTime={event.startsAt.toISOString()}>{formatEventDay(event)}</time>
            </span>
          </span>
          <span className={cx(layout.quiet, styles.place)}>
            {event.rank === undefined
              ? m.ui_count_players({ count: event.players, n: plainNumber(event.players) })
              : m.players_events_of({ nth: ordinal(event.rank), players: plainNumber(event.players) })}
          </span>
        </li>
      ))}
    </List>
  )
}
