import type { SubscriptionState } from '#ddp/client/subscriptions.ts'
import * as m from '#messages'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { FilterLinks } from '#platform/ui/navigation/FilterLinks.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { AdminGuard } from '#roles/ui/AdminGuard.tsx'
import { MODERATION_REASONS, type ModerationReason, type PendingScoreDoc, scoresQueue } from '#scores/contract/moderation.ts'
import type { ScoreDoc } from '#scores/contract/scores.ts'
import type { Score } from '#scores/ui/cards/use-scores.ts'
import { ModerationQueueList } from './ModerationQueueList.tsx'
import { byUrgency, type PendingScore } from './pending-score.ts'
import { queueInput, queueStateParam, SCORES_SHOWN } from './queue-input.ts'

/** The page with the scores that wait for a moderator. */
export function ModerationPage({ query }: RouteMatch) {
  // Subscribes from the first render. A subscription rejected before the login is repeated as soon as the user is known.
  const live = useSubscription(scoresQueue, queueInput(query))
  return (
    <AdminGuard title={m.ui_score_review()} path="/admin/scores">
      <Queue state={queueStateParam(query)} live={live} />
    </AdminGuard>
  )
}

function Queue({ state, live }: { state: ModerationReason | null; live: SubscriptionState }) {
  const waiting = useDocuments<PendingScoreDoc, (PendingScoreDoc & { _id: string })[]>('scoreQueue', documents => documents, [])
  const items = useDocuments<ScoreDoc, PendingScore[]>(
    'scores',
    documents => {
      const scores = new Map<string, Score>(documents.map(score => [score._id, score]))
      return waiting
        .filter(each => state === null || each.state === state)
        .flatMap(each => (scores.has(each._id) ? [{ score: scores.get(each._id)!, waiting: each }] : []))
        .sort(byUrgency)
        .slice(0, SCORES_SHOWN)
    },
    [waiting, state],
  )
  return (
    <>
      <FilterLinks
        label={m.scores_waiting_which()}
        links={[
          { href: '/admin/scores', text: m.scores_waiting_all(), current: state === null },
          ...MODERATION_REASONS.map(each => ({
            href: `/admin/scores?state=${each}`,
            text: m.scores_waiting_state({ state: each }),
            current: state === each,
          })),
        ]}
      />
      {live.state === 'pending' && items.length === 0 && <Skeleton kind="score-card" count={3} />}
      {live.state === 'failed' && <ErrorState title={m.scores_waiting_failed()}>{errorMessage(live.error)}</ErrorState>}
      {live.state === 'ready' && items.length === 0 && (
        <EmptyState title={m.scores_waiting_none()}>{m.scores_waiting_none_note()}</EmptyState>
      )}
      {(items.length > 0 || live.state === 'ready') && <ModerationQueueList items={items} />}
    </>
  )
}
