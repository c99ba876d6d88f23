import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { useLocale, useNow } from '#platform/ui/format/user-format.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { Countdown } from '#platform/ui/time/Countdown.tsx'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { formatRules } from '../formats/registry.ts'
import styles from './event.module.css'
import { endsInLabel } from './labels/ends-in-label.ts'
import { formatSpanLocal, formatSpanPlain, needsTwoLines } from './labels/format-time-span.ts'
import type { ShownEvent } from './types.ts'
import { type EventTimes, useRunningOver } from './use-running-over.ts'

/**
 * An event's state, with the time until it begins or ends, or since it ended.
 * @param grouped true: a heading above says the state, so only what it does not say is shown
 */
export function EventStateBadge({ event, grouped = false }: { event: EventTimes; grouped?: boolean }) {
  const { state, startsAt, endsAt, format } = event
  const plannedEnd = useRunningOver(event)
  switch (state) {
    case 'live': {
      // The key makes another element of another text, which begins elsewhere: that is no layout shift of the first.
      const time = (
        <span key={plannedEnd === null ? 'left' : 'planned'} className={styles.left}>
          {plannedEnd ?? <Countdown before={endsInLabel(format)} to={endsAt} />}
        </span>
      )
      return (
        <span className={cx(layout.quiet, layout.row, styles.state, grouped && styles.grouped)}>
          {grouped && time}
          {(!grouped || plannedEnd !== null) && (
            <span className={cx(layout.live, styles.live)}>{plannedEnd === null ? m.ui_live() : m.events_state_over()}</span>
          )}
          {!grouped && time}
        </span>
      )
    }
    case 'upcoming':
      return (
        <span className={cx(layout.quiet, layout.row, styles.state)}>
          {!grouped && <span className={styles.upcoming}>{m.events_state_upcoming()}</span>}
          <span className={styles.left}>
            <Countdown before={m.events_starts_in()} to={startsAt} />
          </span>
        </span>
      )
    case 'finished': {
      // Other events end when their director ends them, at a time that is not known here.
      const { endsByClock } = formatRules(format)
      if (grouped && !endsByClock) return null
      return (
        <span className={cx(layout.quiet, layout.row, styles.state)}>
          {!grouped && <span className={styles.over}>{m.events_state_finished()}</span>}
          {endsByClock && <TimeAgo at={endsAt} />}
        </span>
      )
    }
    case 'cancelled':
      if (grouped) return null
      return (
        <span className={cx(layout.quiet, layout.row, styles.state)}>
          <span className={styles.cancelled}>{m.events_state_cancelled()}</span>
        </span>
      )
  }
}

/** When an event begins and ends, in its own time zone. */
export function EventWhen({ event }: { event: ShownEvent }) {
  const locale = useLocale()
  const now = useNow()
  return (
    <span className={cx(styles.when, needsTwoLines(event) && styles.long)}>
      {locale === null || now === null ? formatSpanPlain(event) : formatSpanLocal(event, locale, new Date(now))}
    </span>
  )
}
