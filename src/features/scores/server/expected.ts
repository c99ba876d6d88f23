import type { Board } from '../../../standings/board.ts'
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
 */
export function expectedAnswers(scores: readonly Wanted[], boardOf: (machineId: string) => Board): SubmitAnswer[] {
  const risen = new Map<string, Map<string, number>>()
  return scores.map(score => {
    const board = boardOf(score.machineId)
    const better = risen.get(score.machineId) ?? new Map<string, number>()
    risen.set(score.machineId, better)
    const before = board.place(score.userId)?.value ?? null
    const previousBest = Math.max(before ?? 0, better.get(score.userId) ?? 0) || null
    const personalBest = previousBest === null || score.value > previousBest
    if (personalBest) better.set(score.userId, score.value)
    const best = personalBest ? score.value : previousBest
    let rank = 1 + board.countAbove(best)
    let players = board.players
    for (const [userId, value] of better) {
      const known = board.place(userId)?.value ?? null
      if (known === null) players++
      if (userId !== score.userId && value > best && (known === null || known <= best)) rank++
    }
    return { scoreId: score.id, rank, players, personalBest, previousBest }
  })
}
