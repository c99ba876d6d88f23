import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { useDocuments } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import type { ScoreHistoryDoc, ScoreStatus } from '#scores/contract/scores.ts'
import styles from './score-social.module.css'

type Entry = ScoreHistoryDoc & { _id: string }

/** The history entries of a score, oldest first. */
export const useScoreHistory = (scoreId: string): Entry[] =>
  useDocuments<ScoreHistoryDoc, Entry[]>(
    'scoreHistory',
    documents =>
      documents
        .filter(each => each.scoreId === scoreId)
        .sort((a, b) => a.at.getTime() - b.at.getTime() || Number(b.action === 'submitted') - Number(a.action === 'submitted')),
    [scoreId],
  )

const statusLabels: Record<ScoreStatus, () => string> = {
  verified: m.scores_history_verified,
  rejected: m.scores_history_rejected,
  unverified: m.scores_history_unverified,
  disputed: m.scores_history_disputed,
}

function entryLabel({ action, changes, by, reason }: ScoreHistoryDoc): string {
  if (action === 'submitted') return m.scores_history_entered()
  if (action === 'entered') return m.scores_history_kiosk()
  if (action === 'flagged') return m.scores_history_disputed()
  if (action === 'moderated')
    return (
      statusLabels[changes.status?.[1] as ScoreStatus]?.() ??
      pictureLabel(changes.picture) ??
      (changes.underReview === undefined ? m.scores_history_looked() : m.scores_history_accepted())
    )
  if (action === 'edited') {
    if (by === null && changes.picture !== undefined && reason !== undefined) return m.scores_history_picture_refused()
    if (changes.value !== undefined) return m.scores_history_corrected()
    return pictureLabel(changes.picture) ?? m.scores_history_commented()
  }
  if (action === 'confirmed') return by === null ? m.scores_history_confirmed() : m.scores_history_accepted()
  return action === 'voided' ? m.scores_history_voided() : m.scores_history_restored()
}

/** @param change whether the score had a picture before the change, and whether it has one after it */
function pictureLabel(change: ScoreHistoryDoc['changes'][string] | undefined): string | undefined {
  if (change === undefined) return undefined
  const [had, has] = change
  if (!has) return m.scores_history_picture_removed()
  return had ? m.scores_history_picture_changed() : m.scores_history_picture_added()
}

/** The user of a history entry. If the entry names none: flags are anonymous, and other users have been deleted. */
function EntryUser({ entry: { action, by } }: { entry: Entry }) {
  if (by !== null) return <PlayerLink username={by.username}>{by.username}</PlayerLink>
  if (action === 'flagged') return m.ui_someone()
  return action === 'moderated' ? m.scores_history_moderator() : m.ui_deleted_player()
}

/** Shows a score's history, one sentence per entry. */
export function ScoreHistory({ entries }: { entries: readonly Entry[] }) {
  return (
    <section className={cx(layout.stack4, styles.section)} aria-labelledby="history">
      <h2 id="history">{m.scores_history_title()}</h2>
      <List ordered className={layout.stack2}>
        {entries.map(entry => (
          <li key={entry._id} className={cx(layout.facts, styles.entry)}>
            <p>
              {renderMessage(entryLabel(entry), { who: () => <EntryUser entry={entry} /> })}
              {entry.changes.value !== undefined && (
                <>
                  :{' '}
                  {renderMessage(m.scores_history_became(), {
                    before: () => <ScoreValue value={Number(entry.changes.value![0])} size="row" />,
                    after: () => <ScoreValue value={Number(entry.changes.value![1])} size="row" />,
                  })}
                </>
              )}
              {entry.reason !== undefined && (
                <>
                  : <q dir="auto">{entry.reason}</q>
                </>
              )}
            </p>
            <TimeAgo at={entry.at} />
          </li>
        ))}
      </List>
    </section>
  )
}

/** The reason given in the latest history entry that set this status. */
export const historyReason = (entries: readonly Entry[], status: ScoreStatus): string | undefined =>
  entries.findLast(({ changes }) => changes.status?.[1] === status)?.reason
