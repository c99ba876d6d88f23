import { eventsStandings } from '#events/contract/publications.ts'
import * as m from '#messages'
import { useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import { EntrantName } from '../EntrantName.tsx'
import { INITIAL_ROWS, standingsInput } from '../event-url.ts'
import { formatFigure } from '../labels/standing-labels.ts'
import { hasPlayed } from '../labels/tied-rows.ts'
import type { ShownEvent } from '../types.ts'
import { useStandings } from '../use-event.ts'
import styles from './podium.module.css'

/** Ranks that stand on the podium; players who share a rank all do. */
const PODIUM_RANKS = 3
/** Of more players the standings below tell enough. */
const MAX_SHOWN = 6

/** The winner and the first three places of a finished event, above its standings, once everybody sees them. */
export function EventPodium({ event: { _id, state, format, standingsHeld } }: { event: ShownEvent }) {
  useSubscription(eventsStandings, standingsInput(_id))
  const best = useStandings(_id, INITIAL_ROWS).filter(row => row.rank <= PODIUM_RANKS && hasPlayed(row))
  if (standingsHeld || state !== 'finished' || best.length === 0 || best.length > MAX_SHOWN) return null
  const hasOneWinner = best[1]?.rank !== 1
  return (
    <section aria-label={m.events_screen_podium()}>
      <List ordered className={styles.steps}>
        {best.map(row => {
          const { value, unit } = formatFigure(format, row)
          const isFirst = row.rank === 1
          return (
            <li key={row._id} className={cx(styles.step, isFirst && styles.first)}>
              <RankBadge rank={row.rank} size="text" />
              <span className={layout.stack}>
                {isFirst && hasOneWinner && <span className={styles.caption}>{m.events_winner()}</span>}
                <span className={cx(layout.oneLine, styles.name)}>
                  <EntrantName entrant={row} />
                </span>
              </span>
              <span className={styles.figure}>
                {value} <span className={styles.unit}>{unit}</span>
              </span>
            </li>
          )
        })}
      </List>
    </section>
  )
}
