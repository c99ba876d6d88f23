import { useDocuments } from '../../../platform/live/hooks.ts'
import { PlayerLink } from '../../../platform/ui/PlayerLink.tsx'
import { ScoreValue } from '../../../platform/ui/ScoreValue.tsx'
import { TimeAgo } from '../../../platform/ui/TimeAgo.tsx'
import type { ScoreHistoryDoc, Status } from '../contract.ts'
import styles from './company.module.css'

type Entry = ScoreHistoryDoc & { _id: string }

/** What has happened to a score, oldest first. */
export const useHistory = (scoreId: string): Entry[] =>
  useDocuments<ScoreHistoryDoc, Entry[]>(
    'scoreHistory',
    documents =>
      documents
        .filter(each => each.scoreId === scoreId)
        .sort((a, b) => a.at.getTime() - b.at.getTime() || Number(b.action === 'submitted') - Number(a.action === 'submitted')),
    [scoreId],
  )

const verdicts: Record<Status, string> = {
  verified: 'verified it',
  rejected: 'rejected it',
  unverified: 'took the verdict back',
  disputed: 'disputed it',
}

function words({ action, changes, by, reason }: ScoreHistoryDoc): string {
  if (action === 'submitted') return 'entered it'
  if (action === 'flagged') return 'disputed it'
  if (action === 'moderated') return verdicts[changes.status?.[1] as Status] ?? pictureWords(changes.picture) ?? 'looked at it'
  if (action === 'edited') {
    if (by === null && changes.picture !== undefined && reason !== undefined) return 'was not taken in'
    if (changes.value !== undefined) return 'corrected it'
    return pictureWords(changes.picture) ?? 'changed the comment'
  }
  return action === 'voided' ? 'voided it' : 'restored it'
}

/** @param change whether it had a picture, and whether it has one now */
function pictureWords(change: ScoreHistoryDoc['changes'][string] | undefined): string | undefined {
  if (change === undefined) return undefined
  const [had, has] = change
  return has ? (had ? 'changed the picture' : 'added a picture') : 'took the picture away'
}

/** Who it was when nobody is named: flags are nobody’s, other names are gone. */
function somebody({ action, changes, reason }: ScoreHistoryDoc): string {
  if (action === 'edited' && changes.picture !== undefined && reason !== undefined) return 'The picture'
  return action === 'flagged' ? 'Somebody' : action === 'moderated' ? 'A moderator' : 'Deleted player'
}

/** A score's history in words. */
export function History({ entries }: { entries: readonly Entry[] }) {
  return (
    <section className={styles.section} aria-labelledby="history">
      <h2 id="history">History</h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ol className={styles.history} role="list">
        {entries.map(entry => (
          <li key={entry._id} className={styles.entry}>
            <p>
              {entry.by === null ? somebody(entry) : <PlayerLink username={entry.by.username}>{entry.by.username}</PlayerLink>}{' '}
              {words(entry)}
              {entry.changes.value !== undefined && (
                <>
                  : <ScoreValue value={Number(entry.changes.value[0])} size="row" /> became{' '}
                  <ScoreValue value={Number(entry.changes.value[1])} size="row" />
                </>
              )}
              {entry.reason !== undefined && (
                <>
                  : <q>{entry.reason}</q>
                </>
              )}
            </p>
            <TimeAgo at={entry.at} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Why a score stands as it does: the words of the latest entry that made it so. */
export const reasonOf = (entries: readonly Entry[], status: Status): string | undefined =>
  entries.findLast(({ changes }) => changes.status?.[1] === status)?.reason
