import * as m from '#messages'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import styles from './figures.module.css'

export interface PlayerFiguresProps {
  scores: number
  bests: readonly { rank: number }[]
  events: number
  eventsWon: number
}

/** Victories are counted in this many of a player's latest events. */
const COUNTED_EVENTS = 50

/** A player's most important numbers in a row. */
export function PlayerFigures({ scores, bests, events, eventsWon }: PlayerFiguresProps) {
  const figures: [label: string, value: number][] = [
    [m.ui_scores(), scores],
    [m.ui_machines(), bests.length],
    [m.players_figure_records(), bests.filter(({ rank }) => rank === 1).length],
    [m.players_figure_podiums(), bests.filter(({ rank }) => rank <= 3).length],
    [m.ui_events(), events],
    [events > COUNTED_EVENTS ? m.players_figure_won_latest({ n: COUNTED_EVENTS }) : m.players_figure_won(), eventsWon],
  ]
  return (
    <section aria-label={m.ui_at_a_glance()}>
      <dl className={styles.figures}>
        {figures.map(([label, value]) => (
          <div key={label} className={styles.figure}>
            <dt>{label}</dt>
            <dd>{plainNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
