import * as m from '#messages'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import { type PlayingDoc, scoresHighlights } from '#scores/contract/highlights.ts'
import styles from './highlights.module.css'

/**
 * The players who have submitted a score in the last hours, the latest first; renders nothing if there are none. On wide screens they stand
 * beside the latest scores, so those whose latest score is there are left out.
 * @param shownScores ids of the scores beside it
 */
export function PlayingNow({ shownScores }: { shownScores: ReadonlySet<string> }) {
  useSubscription(scoresHighlights, {})
  const players = useDocuments<PlayingDoc, (PlayingDoc & { _id: string })[]>(
    'playing',
    documents => [...documents].sort((a, b) => b.receipt - a.receipt),
    [],
  )
  if (players.length === 0) return null
  return (
    <section
      className={cx(
        layout.stack2,
        layout.minor,
        styles.section,
        styles.playing,
        players.every(({ scoreId }) => shownScores.has(scoreId)) && styles.repeated,
      )}
      aria-labelledby="playing"
    >
      <h2 id="playing">{m.scores_home_playing()}</h2>
      <List className={styles.players}>
        {players.map(({ _id, username, displayName, avatar, scoreId, machineId, machineName, createdAt }) => (
          <li key={_id} className={cx(styles.player, shownScores.has(scoreId) && styles.repeated)}>
            <Avatar name={displayName} picture={avatar} />
            <span className={styles.names}>
              <PlayerLink className={cx(layout.oneLine, layout.link, styles.name)} username={username}>
                {displayName}
              </PlayerLink>
              <Link className={cx(layout.oneLine, layout.link, styles.machine)} href={`/machines/${machineId}`}>
                {machineName}
              </Link>
            </span>
            <span className={styles.time}>
              <TimeAgo at={createdAt} />
            </span>
          </li>
        ))}
      </List>
    </section>
  )
}
