import type { Board } from '#ranking/board.ts'
import type { SubmitScoreResult } from '#scores/contract/scores.ts'

interface PredictedScore {
  id: string
  userId: string
  machineId: string
  value: number
  achievedAt: number
}

/**
 * Predicts the results of scores that are written in one statement: each player's rank on the machine's all-time board right after the
 * score, as if the scores were written one after another. The result is stored with the score, so that a resent call gets the same result.
 * @param inFlight scores that were written before and that the boards may not include yet
 */
export function predictSubmitResults(
  scores: readonly PredictedScore[],
  getBoard: (machineId: string) => Board,
  inFlight: readonly PredictedScore[] = [],
): SubmitScoreResult[] {
  const risenPlayers = new Map<string, Map<string, { value: number; boardValue: number | null }>>()
  const addRisen = ({ machineId, userId, value }: PredictedScore): void => {
    const players = risenPlayers.get(machineId) ?? new Map<string, { value: number; boardValue: number | null }>()
    risenPlayers.set(machineId, players)
    const previous = players.get(userId)
    if (previous === undefined) players.set(userId, { value, boardValue: getBoard(machineId).bestOf(userId)?.value ?? null })
    else if (value > previous.value) players.set(userId, { value, boardValue: previous.boardValue })
  }
  const machines = new Set(scores.map(score => score.machineId))
  for (const score of inFlight) if (machines.has(score.machineId)) addRisen(score)
  return scores.map(score => {
    const board = getBoard(score.machineId)
    const earlierValue = risenPlayers.get(score.machineId)?.get(score.userId)?.value ?? 0
    const previousBest = Math.max(board.bestOf(score.userId)?.value ?? 0, earlierValue) || null
    const personalBest = previousBest === null || score.value > previousBest
    if (personalBest) addRisen(score)
    const best = personalBest ? score.value : previousBest
    let rank = 1 + board.countAbove(best)
    let players = board.players
    for (const [userId, { value, boardValue }] of risenPlayers.get(score.machineId) ?? []) {
      if (boardValue === null) players++
      if (userId !== score.userId && value > best && (boardValue === null || boardValue <= best)) rank++
    }
    return { scoreId: score.id, rank, players, personalBest, previousBest }
  })
}
