import * as m from '#messages'
import type { SubscriptionState } from '../../ddp/client/subscriptions.ts'
import { AdminGuard } from '../../features/roles/ui/AdminGuard.tsx'
import { type ScoreDoc, scoresQueue, WAITING, type Waiting, type WaitingScoreDoc } from '../../features/scores/contract.ts'
import type { Score } from '../../features/scores/ui/cards/use-scores.ts'
import { errorMessage, useDocuments, useSubscription } from '../../platform/live/hooks.ts'
import type { RouteMatch } from '../../platform/live/route.ts'
import { Link } from '../../platform/ui/controls/Link.tsx'
import { EmptyState } from '../../platform/ui/states/EmptyState.tsx'
import { ErrorState } from '../../platform/ui/states/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/states/Skeleton.tsx'
import { WaitingList } from './ModerationQueueList.tsx'
import styles from './moderation.module.css'
import { byUrgency, type WaitingScore } from './pending-score.ts'
import { queueInput, queueStateParam, SHOWN } from './queue-input.ts'

/** The page with the scores that wait for a moderator. */
export function ModerationPage({ query }: RouteMatch) {
  // Subscribes from the first render. A subscription rejected before the login is repeated as soon as the user is known.
  const live = useSubscription(scoresQueue, queueInput(query))
  return (
    <AdminGuard title={m.scores_waiting_title()} path="/admin/scores">
      <Queue state={queueStateParam(query)} live={live} />
    </AdminGuard>
  )
}

function Queue({ state, live }: { state: Waiting | null; live: SubscriptionState }) {
  const waiting = useDocuments<WaitingScoreDoc, (WaitingScoreDoc & { _id: string })[]>('scoreQueue', documents => documents, [])
  const items = useDocuments<ScoreDoc, WaitingScore[]>(
    'scores',
    documents => {
      const scores = new Map<string, Score>(documents.map(score => [score._id, score]))
      return waiting
        .filter(each => state === null || each.state === state)
        .flatMap(each => (scores.has(each._id) ? [{ score: scores.get(each._id)!, waiting: each }] : []))
        .sort(byUrgency)
        .slice(0, SHOWN)
    },
    [waiting, state],
  )
  return (
    <>
      <nav className={styles.states} aria-label={m.scores_waiting_which()}>
        <Link href="/admin/scores" current={state === null}>
          {m.scores_waiting_all()}
        </Link>
        {WAITING.map(each => (
          <Link key={each} href={`/admin/scores?state=${each}`} current={state === each}>
            {m.scores_waiting_state({ state: each })}
          </Link>
        ))}
      </nav>
      {live.state === 'pending' && items.length === 0 && <Skeleton kind="score-card" count={3} />}
      {live.state === 'failed' && <ErrorState title={m.scores_waiting_failed()}>{errorMessage(live.error)}</ErrorState>}
      {live.state === 'ready' && items.length === 0 && (
        <EmptyState title={m.scores_waiting_none()}>{m.scores_waiting_none_note()}</EmptyState>
      )}
      {(items.length > 0 || live.state === 'ready') && <WaitingList items={items} />}
    </>
  )
}
