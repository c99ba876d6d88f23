import type { Board } from '../../../../ranking/board.ts'
import type { SubmitAnswer } from '../../contract.ts'

interface Wanted {
  id: string
  userId: string
  machineId: string
  value: number
  achievedAt: number
}

/**
 * Predicts the results of scores that are written in one statement: each player's rank on the machine's all-time board right after the
 * score, as if the scores were written one after another. The result is stored with the score, so that a resent call gets the same result.
 * @param ahead scores that were written before and that the boards may not include yet
 */
export function predictSubmitResults(
  scores: readonly Wanted[],
  boardOf: (machineId: string) => Board,
  ahead: readonly Wanted[] = [],
): SubmitAnswer[] {
  const risen = new Map<string, Map<string, { value: number; known: number | null }>>()
  const rise = ({ machineId, userId, value }: Wanted): void => {
    const better = risen.get(machineId) ?? new Map<string, { value: number; known: number | null }>()
    risen.set(machineId, better)
    const before = better.get(userId)
    if (before === undefined) better.set(userId, { value, known: boardOf(machineId).place(userId)?.value ?? null })
    else if (value > before.value) better.set(userId, { value, known: before.known })
  }
  const machines = new Set(scores.map(score => score.machineId))
  for (const score of ahead) if (machines.has(score.machineId)) rise(score)
  return scores.map(score => {
    const board = boardOf(score.machineId)
    const earlier = risen.get(score.machineId)?.get(score.userId)?.value ?? 0
    const previousBest = Math.max(board.place(score.userId)?.value ?? 0, earlier) || null
    const personalBest = previousBest === null || score.value > previousBest
    if (personalBest) rise(score)
    const best = personalBest ? score.value : previousBest
    let rank = 1 + board.countAbove(best)
    let players = board.players
    for (const [userId, { value, known }] of risen.get(score.machineId) ?? []) {
      if (known === null) players++
      if (userId !== score.userId && value > best && (known === null || known <= best)) rank++
    }
    return { scoreId: score.id, rank, players, personalBest, previousBest }
  })
}
