import { useRef } from 'react'
import * as m from '#messages'
import { useSubscription } from '../../../../platform/live/hooks.ts'
import { VisuallyHidden } from '../../../../platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '../../../../platform/ui/cx.ts'
import { useFlipAnimation } from '../../../../platform/ui/use-flip-animation.ts'
import { RankBadge } from '../../../players/ui/RankBadge.tsx'
import { eventsStandings } from '../../contract/publications.ts'
import { INITIAL_ROWS } from '../event-url.ts'
import { formatFigure } from '../labels/standing-labels.ts'
import type { ShownEvent } from '../types.ts'
import { useStandings } from '../use-event.ts'
import styles from './screen.module.css'
import { useSelfScroll } from './use-self-scroll.ts'

/** The standings in large type for the big screen. They scroll by themselves if they are longer than the screen. */
export function ScreenStandings({ event }: { event: ShownEvent }) {
  const { _id: eventId, format, state } = event
  const live = useSubscription(eventsStandings, { eventId, limit: INITIAL_ROWS })
  const rows = useStandings(eventId, INITIAL_ROWS)
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  useFlipAnimation(list)
  useSelfScroll(box)
  const played = rows.filter(row => row.machines.length > 0 || (row.games ?? []).length > 0)
  if (played.length === 0)
    return (
      <p className={styles.nothing}>
        {live.state !== 'ready'
          ? ''
          : state === 'live'
            ? m.events_standings_no_scores()
            : state === 'upcoming'
              ? m.events_standings_soon()
              : m.events_standings_nobody()}
      </p>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={box} className={styles.box} aria-label={m.events_standings()} tabIndex={0}>
      <ol ref={list} className={styles.rows}>
        {played.map(row => {
          const { value, unit } = formatFigure(format, row)
          return (
            <li key={row._id} className={cx(styles.row, row.outIn !== undefined && styles.out)} data-row={row._id} data-mark={value}>
              <span className={styles.rank}>
                <RankBadge rank={row.rank} size="text" />
              </span>
              <span className={styles.name}>{row.displayName}</span>
              <span className={styles.figure}>
                {value}
                <VisuallyHidden> {unit}</VisuallyHidden>
              </span>
              <span className={styles.glow} data-glow="" />
            </li>
          )
        })}
      </ol>
    </section>
  )
}
