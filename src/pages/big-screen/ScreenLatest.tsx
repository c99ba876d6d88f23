import screen from '#events/ui/screen/screen.module.css'
import type { ShownEvent } from '#events/ui/types.ts'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { scoresRecent } from '#scores/contract/scores.ts'
import { belongsToEvent } from '#scores/ui/cards/belongs-to-event.ts'
import { useNewRows, useScores } from '#scores/ui/cards/use-scores.ts'
import { SCREEN_SCORES, screenScoresInput } from '#scores/ui/query-params.ts'
import styles from './screen-latest.module.css'

/** The latest scores of an event on the big screen. A new score is shown in large type for a moment. */
export function ScreenLatest({ event }: { event: ShownEvent }) {
  const live = useSubscription(scoresRecent, screenScoresInput(event._id))
  const scores = useScores(SCREEN_SCORES, score => belongsToEvent(score, event), [event])
  const newIds = useNewRows(scores, live.state === 'ready')
  const newScore = scores.find(({ _id }) => newIds.has(_id))
  return (
    <section className={screen.side} aria-labelledby="latest">
      <h2 id="latest" className={screen.heading}>
        {m.ui_latest_scores()}
      </h2>
      <List ordered className={styles.list}>
        {scores.map(({ _id, displayName, machineName, value }) => (
          <li key={_id} className={styles.score}>
            <span className={screen.who}>
              <span className={layout.oneLine}>{displayName}</span>
              <span className={cx(layout.oneLine, layout.muted, styles.machine)}>{machineName}</span>
            </span>
            <span className={styles.value}>
              <ScoreValue value={value} size="text" />
            </span>
          </li>
        ))}
      </List>
      <div role="status">
        {newScore !== undefined && (
          <p key={newScore._id} className={styles.landed}>
            <span className={styles.landedWho}>{newScore.displayName}</span>{' '}
            <span className={styles.landedValue}>
              <ScoreValue value={newScore.value} size="text" />
            </span>{' '}
            <span className={styles.landedMachine}>{newScore.machineName}</span>
          </p>
        )}
      </div>
    </section>
  )
}
