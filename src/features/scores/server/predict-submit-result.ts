import type { Board } from '../../../ranking/board.ts'
import type { SubmitAnswer } from '../contract.ts'

interface Wanted {
  id: string
  userId: string
  machineId: string
  value: number
  achievedAt: number
}

/**
 * What scores that are written together will be answered: each player's place on the machine's all-time board right after his score, as if
 * they came one after another. The answer is stored with the score, so that a resend hears the same.
 * @param ahead what was written before, of which the boards may not have heard yet
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
