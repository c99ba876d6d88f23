import * as m from '#messages'
import type { IconName } from '#platform/ui/controls/Icon.tsx'
import type { SubmitScoreResult } from '#scores/contract/scores.ts'
import type { QueuedScore } from './queued-score.ts'

/** The situation of the user who looks at the queue. */
export interface QueueContextFacts {
  /** the signed-in user's id; null: not signed in; undefined: not known yet */
  userId: string | null | undefined
  /** the signed-in user's name; undefined: not known yet, or nobody is signed in */
  username?: string | undefined
  /** a user is signed in and the connection is up */
  ready: boolean
}

export interface StateLabel {
  icon: IconName
  text: string
}

/** An icon and a text that tell a player the state of a queued score. */
export function queueStateLabel(item: QueuedScore, context: QueueContextFacts): StateLabel {
  switch (item.state) {
    case 'sending':
      return { icon: 'clock', text: m.ui_sending() }
    case 'accepted':
      return { icon: 'check', text: acceptedLabel(item) }
    case 'refused':
      return { icon: 'warn', text: item.reason ?? m.scores_queued_refused() }
    case 'editing':
      return {
        icon: 'info',
        text: item.reason === undefined ? m.scores_queued_stopped() : m.scores_queued_editing({ reason: item.reason }),
      }
    case 'waiting':
      return waitingLabel(item, context)
  }
}

function acceptedLabel({ answer, late, event, lostVenue }: QueuedScore): string {
  return [
    answer === undefined || answer.rank === 0 ? m.scores_queued_accepted() : rankLabel(answer),
    ...(late ? [m.scores_queued_late({ event: event!.name })] : []),
    ...(lostVenue === undefined ? [] : [m.scores_venue_lost({ name: lostVenue })]),
  ].join(' ')
}

/** The rank belongs to the player's best score, which may be a different, higher score. */
const rankLabel = ({ rank, players, personalBest, underReview }: SubmitScoreResult): string =>
  underReview ? m.scores_review_title() : (personalBest ? m.scores_queued_accepted_rank : m.scores_queued_accepted_below)({ rank, players })

function waitingLabel({ userId: owner, reason }: QueuedScore, { userId, username, ready }: QueueContextFacts): StateLabel {
  if (userId === undefined) return { icon: 'offline', text: m.scores_queued_offline() }
  if (userId === null) return { icon: 'clock', text: m.scores_queued_out() }
  if (owner === null && username !== undefined) return { icon: 'info', text: m.scores_queued_nobody({ name: username }) }
  if (!ready) return { icon: 'offline', text: m.scores_queued_offline() }
  return { icon: 'clock', text: reason === undefined ? m.scores_queued_turn() : m.scores_queued_retried({ reason }) }
}

/** Why a score that was just entered is not on the board yet; undefined if the only reason is the missing connection. */
export function savedScoreLabel(
  { userId: owner, reason }: QueuedScore,
  { userId, ready }: QueueContextFacts,
  isPersisted: boolean,
): string | undefined {
  if (!isPersisted) return m.scores_kept_loose()
  if (owner === null) return userId === null ? m.scores_kept_out() : m.scores_kept_nobody()
  return ready && reason !== undefined ? m.scores_kept_retried({ reason }) : undefined
}

/**
 * A text for scores whose number alone is shown: those of other players, or of any player while no user is signed in.
 * @param userId the signed-in user's id; null: not signed in; undefined: not known yet
 */
export function othersLabel(count: number, userId: string | null | undefined): string {
  const inputs = { count, n: count }
  if (userId === undefined) return m.scores_others(inputs)
  return userId === null ? m.scores_others_out(inputs) : m.scores_others_player(inputs)
}
