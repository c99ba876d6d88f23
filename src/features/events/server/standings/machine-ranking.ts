import type { Attempt } from '#events/rules/attempt.ts'
import type { BestAttempt } from '#events/rules/attempts.ts'
import type { RankedMachineResult } from '#events/rules/standings/score-row.ts'
import { OrderStatisticTree } from '#ranking/order-statistic-tree.ts'

interface Result extends RankedMachineResult {
  attempt: Attempt
  /** 0: not ranked yet */
  rank: number
}

/** One machine of an event: all attempts on it, the best of each entrant, and their ranks. */
export class MachineRanking {
  /** index of the machine among the event's machines */
  readonly index: number
  /** by entrant */
  readonly attempts = new Map<string, Attempt[]>()
  readonly #results = new Map<string, Result>()
  readonly #ranked = new OrderStatisticTree()
  #lowestChanged = Number.POSITIVE_INFINITY
  #highestChanged = Number.NEGATIVE_INFINITY

  constructor(index: number) {
    this.index = index
  }

  result(entrantId: string): RankedMachineResult | undefined {
    return this.#results.get(entrantId)
  }

  /**
   * Changes an entrant's best; the caller must call `rerank` afterwards.
   * @returns what changed: its sort value, only what is shown of it, or null for nothing
   */
  put(entrantId: string, best: BestAttempt | null): 'sortValue' | 'shown' | null {
    const previous = this.#results.get(entrantId)
    if (best === null && previous === undefined) return null
    if (best !== null && previous?.sortValue === best.sortValue) {
      const { id, value } = previous.attempt
      previous.attempt = best.attempt
      return id === best.attempt.id && value === best.attempt.value ? null : 'shown'
    }
    this.#includeInChanged(previous?.sortValue)
    this.#includeInChanged(best?.sortValue)
    if (best === null) {
      this.#ranked.remove(entrantId)
      this.#results.delete(entrantId)
    } else {
      this.#ranked.put(entrantId, best.sortValue, 0)
      this.#results.set(entrantId, { ...best, rank: previous?.rank ?? 0 })
    }
    return 'sortValue'
  }

  /**
   * Recomputes the ranks between the lowest and the highest sort value that changed.
   * @param onRankChange called for each entrant whose rank changed
   */
  rerank(onRankChange: (entrantId: string, from: number, to: number) => void): void {
    if (this.#lowestChanged > this.#highestChanged) return
    const first = this.#ranked.countAbove(this.#highestChanged)
    const last = this.#lowestChanged === Number.NEGATIVE_INFINITY ? this.#ranked.size : this.#ranked.countAbove(this.#lowestChanged - 1)
    let rank = 0
    let value = Number.NaN
    for (const [i, row] of this.#ranked.slice(first, last).entries()) {
      if (row.value !== value) rank = first + i + 1
      value = row.value
      const result = this.#results.get(row.id)!
      if (result.rank === rank) continue
      const from = result.rank
      result.rank = rank
      onRankChange(row.id, from, rank)
    }
    this.#lowestChanged = Number.POSITIVE_INFINITY
    this.#highestChanged = Number.NEGATIVE_INFINITY
  }

  #includeInChanged(sortValue = Number.NEGATIVE_INFINITY): void {
    this.#lowestChanged = Math.min(this.#lowestChanged, sortValue)
    this.#highestChanged = Math.max(this.#highestChanged, sortValue)
  }
}
