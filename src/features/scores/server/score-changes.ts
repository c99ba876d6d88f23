import { defineChange } from '../../../platform/db/change-log/define-change.ts'
import type { MachineTotals } from '../../machines/server/api.ts'
import type { ScoreRecord } from './score-fields.ts'

/**
 * Body of change-log entries of the kind `score`. `score`: the score after the change. `tally`: the machine's totals after it; null if they
 * did not change. `held`: a new score that is under review, so that no board has it yet; `confirmed`: a player has confirmed such a score. `by`: the user who liked, commented on or moderated the score; missing for other changes.
 */
export interface ScoreChange {
  op: 'submitted' | 'held' | 'confirmed' | 'edited' | 'removed' | 'moderated' | 'liked' | 'commented' | 'pictured'
  score: ScoreRecord
  tally: MachineTotals | null
  by?: string
}

/** True if a change does not affect any board. */
export const keepsBoardsUnchanged = ({ op }: ScoreChange): boolean =>
  op === 'held' || op === 'confirmed' || op === 'liked' || op === 'commented' || op === 'pictured'

/**
 * Body of change-log entries of the kind `scores-erased`: a user was deleted. `machines`: the machines on which accepted scores were
 * erased, with their new totals; empty if the scores were kept. `touched`: ids of the user's scores and of all scores that the user had
 * liked or commented on.
 */
export interface PlayerScoresErased {
  userId: string
  machines: { machineId: string; tally: MachineTotals }[]
  touched: string[]
}

/** Body of change-log entries of the kind `scores-merged`: all scores of `from` now belong to `into`. `tally`: the new totals of `into`. */
export interface MachineScoresMerged {
  from: string
  into: string
  tally: MachineTotals
}

export const scoreChanged = defineChange<ScoreChange>('score', ({ score }) => score.id)
export const scoresErased = defineChange<PlayerScoresErased>('scores-erased', ({ userId }) => userId)
export const scoresMerged = defineChange<MachineScoresMerged>('scores-merged', ({ from }) => from)
