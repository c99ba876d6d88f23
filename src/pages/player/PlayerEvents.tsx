import { eventHref } from '#events/ui/event-url.ts'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { localDate, ordinal, plainDate, plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import type { PlayerEventDoc } from '#players/contract/summary.ts'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import styles from './events.module.css'

/** A player's latest events with the places in them. */
export function PlayerEvents({ events }: { events: readonly (PlayerEventDoc & { _id: string })[] }) {
  return (
    <List className={styles.events}>
      {events.map(event => (
        <li key={event._id} className={styles.event}>
          {event.rank === undefined ? <span className={styles.noPlace}>–</span> : <RankBadge rank={event.rank} />}
          <span className={styles.name}>
            <Link href={eventHref(event.eventId)}>{event.name}</Link>
            <span className={styles.facts}>
              {event.state === 'live' && <span className={styles.live}>{m.ui_live()}</span>}
              <time dateTime={event.startsAt.toISOString()}>{plainDate(localDate(event.startsAt, event.startsOffset))}</time>
            </span>
          </span>
          <span className={styles.place}>
            {event.rank === undefined
              ? m.ui_count_players({ count: event.players, n: plainNumber(event.players) })
              : m.players_events_of({ nth: ordinal(event.rank), players: plainNumber(event.players) })}
          </span>
        </li>
      ))}
    </List>
  )
}
