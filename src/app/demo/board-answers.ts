import type { SubmitScoreResult } from '#scores/contract/scores.ts'

/** Computes what a player was answered when a score was submitted, from the scores before it. */
export class BoardAnswers {
  /** best score by machine id, then by user id */
  readonly #bests = new Map<string, Map<string, number>>()

  enter(scoreId: string, machineId: string, userId: string, value: number): SubmitScoreResult {
    const bests = this.#bests.get(machineId) ?? new Map<string, number>()
    this.#bests.set(machineId, bests)
    const previousBest = bests.get(userId) ?? null
    const personalBest = previousBest === null || value > previousBest
    if (personalBest) bests.set(userId, value)
    const own = bests.get(userId)!
    const rank = 1 + [...bests.values()].filter(best => best > own).length
    return { scoreId, rank, players: bests.size, personalBest, previousBest }
  }
}
