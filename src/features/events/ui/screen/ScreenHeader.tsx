import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { Countdown } from '#platform/ui/time/Countdown.tsx'
import { EventWhen } from '../EventWhen.tsx'
import { endsInLabel } from '../labels/ends-in-label.ts'
import { formatName } from '../labels/format-labels.ts'
import type { ShownEvent } from '../types.ts'
import { useRunningOver } from '../use-running-over.ts'
import styles from './screen.module.css'

const STATES = {
  upcoming: m.events_screen_upcoming,
  live: m.ui_live,
  finished: m.events_screen_finished,
  cancelled: m.events_state_cancelled,
} as const

/** The head of the big screen: the event's name, and how long until it begins or ends. */
export function ScreenHeader({ event }: { event: ShownEvent }) {
  const { name, venue, format, state, startsAt, endsAt } = event
  const plannedEnd = useRunningOver(event)
  return (
    <header className={styles.header}>
      <h1 className={cx(layout.oneLine, styles.title)}>{name}</h1>
      <p className={styles.facts}>
        <span>{formatName(format)}</span>
        {venue !== '' && <span className={cx(layout.oneLine, styles.venue)}>{venue}</span>}
        {state === 'upcoming' && <EventWhen event={event} />}
      </p>
      <p className={cx(layout.line, styles.clock)}>
        <span className={styles[state]}>{plannedEnd === null ? STATES[state]() : m.events_state_over()}</span>
        {state === 'upcoming' && <Countdown to={startsAt} before={m.events_starts_in()} />}
        {state === 'live' && (plannedEnd === null ? <Countdown to={endsAt} before={endsInLabel(format)} /> : <span>{plannedEnd}</span>)}
      </p>
    </header>
  )
}
