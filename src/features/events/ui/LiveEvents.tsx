import * as m from '#messages'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { Countdown } from '#platform/ui/time/Countdown.tsx'
import type { EventDoc } from '../contract/documents.ts'
import { eventsList } from '../contract/publications.ts'
import { endsInLabel } from './labels/ends-in-label.ts'
import styles from './live-events.module.css'
import type { ShownEvent } from './types.ts'
import { useRunningOver } from './use-running-over.ts'

/** Input of the subscription that `LiveEvents` shows. */
export const LIVE_INPUT = { state: 'live' as const, limit: 3 }

/** Returns the loaded events that are live, those that started last first. */
export const useLiveEvents = (limit: number): ShownEvent[] =>
  useDocuments<EventDoc, ShownEvent[]>(
    'events',
    documents =>
      documents
        .filter(each => each.state === 'live')
        .sort((a, b) => b.startsAt.getTime() - a.startsAt.getTime() || (a._id < b._id ? 1 : -1))
        .slice(0, limit),
    [limit],
  )

/** Strip of live events; renders nothing if there are none. */
export function LiveEvents() {
  useSubscription(eventsList, LIVE_INPUT)
  const events = useLiveEvents(LIVE_INPUT.limit)
  if (events.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="live-events">
      <h2 className={styles.title} id="live-events">
        {m.ui_live_events()}
      </h2>
      <List className={cx(layout.stack, styles.events)}>
        {events.map(event => (
          <li key={event._id}>
            <LiveEvent event={event} />
          </li>
        ))}
      </List>
    </section>
  )
}

function LiveEvent({ event }: { event: ShownEvent }) {
  const { _id, name, format, players, endsAt } = event
  const plannedEnd = useRunningOver(event)
  return (
    <Link className={styles.event} href={`/events/${_id}`}>
      <span className={cx(layout.live, styles.live)}>{plannedEnd === null ? m.ui_live() : m.events_state_over()}</span>
      {/* The key makes another element of a name that begins elsewhere, which is no layout shift. */}
      <span key={plannedEnd === null ? 'live' : 'over'} className={cx(layout.oneLine, layout.strong, styles.name)}>
        {name}
      </span>
      <span className={cx(layout.quiet, styles.facts)}>
        <span>{m.ui_count_players({ count: players, n: players })}</span>
        <span>{plannedEnd ?? <Countdown before={endsInLabel(format)} to={endsAt} />}</span>
      </span>
    </Link>
  )
}
