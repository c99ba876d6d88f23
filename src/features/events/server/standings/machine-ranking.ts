import { OrderStatisticTree } from '../../../../ranking/order-statistic-tree.ts'
import type { Attempt } from '../../rules/attempt.ts'
import type { BestAttempt } from '../../rules/attempts.ts'
import type { Ranked } from '../../rules/standings/score-row.ts'

interface Result extends Ranked {
  attempt: Attempt
  /** 0: not ranked yet */
  rank: number
}

/** One machine of an event: all attempts on it, the best of each entrant, and their ranks. */
export class LiveMachine {
  /** index of the machine among the event's machines */
  readonly at: number
  /** by entrant */
  readonly attempts = new Map<string, Attempt[]>()
  readonly #results = new Map<string, Result>()
  readonly #ranked = new OrderStatisticTree()
  #low = Number.POSITIVE_INFINITY
  #high = Number.NEGATIVE_INFINITY

  constructor(at: number) {
    this.at = at
  }

  result(entrantId: string): Ranked | undefined {
    return this.#results.get(entrantId)
  }

  /**
   * Changes an entrant's best; the caller must call `rerank` afterwards.
   * @returns what changed: its merit, only what is shown of it, or null for nothing
   */
  put(entrantId: string, best: BestAttempt | null): 'merit' | 'shown' | null {
    const old = this.#results.get(entrantId)
    if (best === null && old === undefined) return null
    if (best !== null && old?.merit === best.merit) {
      const { id, value } = old.attempt
      old.attempt = best.attempt
      return id === best.attempt.id && value === best.attempt.value ? null : 'shown'
    }
    this.#widen(old?.merit)
    this.#widen(best?.merit)
    if (best === null) {
      this.#ranked.remove(entrantId)
      this.#results.delete(entrantId)
    } else {
      this.#ranked.put(entrantId, best.merit, 0)
      this.#results.set(entrantId, { ...best, rank: old?.rank ?? 0 })
    }
    return 'merit'
  }

  /** Recomputes the ranks between the lowest and the highest merit that changed. @param moved called for each entrant whose rank changed */
  rerank(moved: (entrantId: string, from: number, to: number) => void): void {
    if (this.#low > this.#high) return
    const first = this.#ranked.countAbove(this.#high)
    const last = this.#low === Number.NEGATIVE_INFINITY ? this.#ranked.size : this.#ranked.countAbove(this.#low - 1)
    let rank = 0
    let value = Number.NaN
    for (const [i, row] of this.#ranked.slice(first, last).entries()) {
      if (row.value !== value) rank = first + i + 1
      value = row.value
      const result = this.#results.get(row.id)!
      if (result.rank === rank) continue
      const from = result.rank
      result.rank = rank
      moved(row.id, from, rank)
    }
    this.#low = Number.POSITIVE_INFINITY
    this.#high = Number.NEGATIVE_INFINITY
  }

  #widen(merit = Number.NEGATIVE_INFINITY): void {
    this.#low = Math.min(this.#low, merit)
    this.#high = Math.max(this.#high, merit)
  }
}
