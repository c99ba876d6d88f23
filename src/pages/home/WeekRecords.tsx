import { MachineThumb } from '#machines/ui/MachineThumb.tsx'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import { scoresHighlights, type WeekRecordDoc } from '#scores/contract/highlights.ts'
import { toThumbFacts } from '#scores/ui/cards/use-scores.ts'
import styles from './highlights.module.css'

/** The machines whose all-time record was set in the last seven days, the newest first; renders nothing if there are none. */
export function WeekRecords() {
  useSubscription(scoresHighlights, {})
  const records = useDocuments<WeekRecordDoc, (WeekRecordDoc & { _id: string })[]>(
    'weekRecords',
    documents => [...documents].sort((a, b) => b.achievedAt.getTime() - a.achievedAt.getTime() || (a._id < b._id ? -1 : 1)),
    [],
  )
  if (records.length === 0) return null
  return (
    <section className={cx(layout.stack2, layout.minor, styles.section)} aria-labelledby="records">
      <h2 id="records">{m.scores_home_records()}</h2>
      <List className={styles.records}>
        {records.map(({ _id, machineName, machineFacts, username, displayName, scoreId, value, achievedAt }) => (
          <li key={_id} className={styles.record}>
            <Link className={styles.thumb} href={`/machines/${_id}`} tabIndex={-1} aria-hidden="true">
              <MachineThumb name={machineName} size="s" {...toThumbFacts(machineFacts)} />
            </Link>
            <Link className={cx(layout.oneLine, layout.link, styles.name)} href={`/machines/${_id}`}>
              {machineName}
            </Link>
            <Link className={cx(layout.link, styles.value)} href={`/scores/${scoreId}`}>
              <ScoreValue value={value} size="text" />
            </Link>
            <PlayerLink className={cx(layout.oneLine, layout.link, styles.holder)} username={username}>
              {displayName}
            </PlayerLink>
            <span className={styles.time}>
              <TimeAgo at={achievedAt} />
            </span>
          </li>
        ))}
      </List>
    </section>
  )
}
