import type { SubmitAnswer } from '../../features/scores/contract.ts'

/** What a player was told of a score when it came in, from those that came before. */
export class BoardAnswers {
  /** by machine, by user: the best */
  readonly #bests = new Map<string, Map<string, number>>()

  enter(scoreId: string, machineId: string, userId: string, value: number): SubmitAnswer {
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
