import * as m from '#messages'
import { useLocale } from '../../../platform/ui/format/user-format.ts'
import { Countdown } from '../../../platform/ui/time/Countdown.tsx'
import { TimeAgo } from '../../../platform/ui/time/TimeAgo.tsx'
import styles from './event.module.css'
import { localSpan, plainSpan } from './labels/format-time-span.ts'
import type { ShownEvent } from './types.ts'

/** An event's state, with the time until it begins or ends, or since it ended. */
export function EventStateBadge({ event }: { event: Pick<ShownEvent, 'state' | 'startsAt' | 'endsAt'> }) {
  const { state, startsAt, endsAt } = event
  switch (state) {
    case 'live':
      return (
        <span className={styles.state}>
          <span className={styles.live}>{m.events_state_live()}</span>
          <span className={styles.left}>
            <Countdown before={m.events_ends_in()} to={endsAt} />
          </span>
        </span>
      )
    case 'upcoming':
      return (
        <span className={styles.state}>
          <span className={styles.upcoming}>{m.events_state_upcoming()}</span>
          <span className={styles.left}>
            <Countdown before={m.events_starts_in()} to={startsAt} />
          </span>
        </span>
      )
    case 'finished':
      return (
        <span className={styles.state}>
          <span className={styles.over}>{m.events_state_finished()}</span>
          <TimeAgo at={endsAt} />
        </span>
      )
    case 'cancelled':
      return (
        <span className={styles.state}>
          <span className={styles.cancelled}>{m.events_state_cancelled()}</span>
        </span>
      )
  }
}

/** When an event begins and ends, in its own time zone. */
export function EventWhen({ event }: { event: Pick<ShownEvent, 'startsAt' | 'endsAt' | 'timeZone'> }) {
  const locale = useLocale()
  return <span className={styles.when}>{locale === null ? plainSpan(event) : localSpan(event, locale)}</span>
}
