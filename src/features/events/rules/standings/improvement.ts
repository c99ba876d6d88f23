import type { ScoreRules } from '../format-rules.ts'
import { sumOfAdjustments } from './score-standings.ts'
import { countUpTo } from './sorted-list.ts'
import type { StandingsEntry } from './standings-entry.ts'
import { compareRankKeys, type RankKey } from './tie-break.ts'

export interface RequiredScore {
  machineId: string
  /** the smallest score (in pin-golf the most strokes) that gains at least one rank; null: none would */
  least: number | null
}

interface Competitor extends RankKey {
  readonly rank: number
  /** sum of the sort values on all machines */
  readonly sum: number
  /** by how much the director has changed the total */
  readonly adjusted: number
  /** rank and sort value on each machine, in the order of the machines */
  readonly results: readonly ResultOnMachine[]
}

/** undefined: there is none */
type ResultOnMachine = { readonly rank: number; readonly sortValue: number } | undefined

/** Computes which scores would gain an entrant a rank. One instance serves all entrants of the same standings. */
export class ImprovementCalculator {
  readonly #rules: ScoreRules
  readonly #machineIds: readonly string[]
  /** each machine's index in `#machineIds` */
  readonly #machineIndex: ReadonlyMap<string, number>
  /** in order of rank */
  readonly #competitors: readonly Competitor[]
  readonly #byId: ReadonlyMap<string, Competitor>
  /** everybody's sort values by machine, ascending */
  readonly #sortValues: readonly number[][]

  /** @param rows the complete standings, best first */
  constructor({ rules, machineIds }: { rules: ScoreRules; machineIds: readonly string[] }, rows: readonly StandingsEntry[]) {
    this.#rules = rules
    this.#machineIds = rules.machineIds(machineIds)
    this.#machineIndex = new Map(this.#machineIds.map((id, index) => [id, index]))
    this.#competitors = rows.map(row => this.#toCompetitor(row))
    this.#byId = new Map(rows.map((row, i) => [row.entrantId, this.#competitors[i]!]))
    this.#sortValues = this.#machineIds.map((_, index) => {
      const sortValues = this.#competitors.map(({ results }) => results[index]?.sortValue).filter(sortValue => sortValue !== undefined)
      return sortValues.sort((a, b) => a - b)
    })
  }

  /**
   * Returns what an entrant needs on each machine, with one more attempt there, to gain at least one rank in the standings.
   * @param attemptsLeft attempts left by machine; null: no limit; with 0 left, nothing can be gained
   */
  requiredScores(entrantId: string, attemptsLeft: (machineId: string) => number | null = () => null): RequiredScore[] {
    const self = this.#byId.get(entrantId)
    const ahead = this.#competitors.filter(competitor => self !== undefined && competitor.rank < self.rank).reverse()
    return this.#machineIds.map((machineId, index) => {
      const mayTry = self !== undefined && (attemptsLeft(machineId) ?? 1) > 0
      const sortValue = mayTry ? this.#findLowestGaining(self, ahead, index) : null
      return { machineId, least: sortValue === null ? null : (this.#rules.scoreOf?.(machineId, sortValue) ?? Math.abs(sortValue)) }
    })
  }

  /** Returns the lowest sort value on a machine that gains a rank. A higher sort value never gains less, so this is a binary search. */
  #findLowestGaining(self: Competitor, ahead: readonly Competitor[], index: number): number | null {
    const { count, sortValue } = this.#rules.sortValuesToTry(self.results[index]?.sortValue, this.#sortValues[index]!)
    if (!this.#gainsRank(self, ahead, index, sortValue(count - 1))) return null
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#gainsRank(self, ahead, index, sortValue(middle))) high = middle
      else low = middle + 1
    }
    return sortValue(low)
  }

  #gainsRank(self: Competitor, ahead: readonly Competitor[], index: number, sortValue: number): boolean {
    const sortValues = this.#sortValues[index]!
    const before = self.results[index]?.sortValue ?? Number.NEGATIVE_INFINITY
    if (sortValue <= before) return false
    const after = this.#improveKey(self, index, sortValue, 1 + sortValues.length - countUpTo(sortValues, sortValue))
    return ahead.some(competitor => {
      if (compareRankKeys(competitor, after) >= 0) return true
      const theirs = competitor.results[index]
      if (theirs === undefined || theirs.sortValue >= sortValue || theirs.sortValue < before) return false
      return (
        competitor.sortValue - this.#maxPointsLost(theirs.rank) <= after.sortValue &&
        compareRankKeys(this.#overtakeKey(competitor, theirs.rank), after) >= 0
      )
    })
  }

  #improveKey({ places, sum, adjusted, results }: Competitor, index: number, sortValue: number, rank: number): RankKey {
    const previous = results[index]
    const others = previous === undefined ? [...places] : places.toSpliced(places.indexOf(previous.rank), 1)
    others.splice(countUpTo(others, rank), 0, rank)
    const improved = { results: results.with(index, { rank, sortValue }), sum: sum - (previous?.sortValue ?? 0) + sortValue, adjusted }
    return { places: others, sortValue: this.#total(others, improved) }
  }

  /**
   * Returns the rival's key after it falls one place on a machine. The last of equal ranks is changed, so that the places stay ascending.
   */
  #overtakeKey({ places, ...rival }: Competitor, rank: number): RankKey {
    const others = places.with(places.lastIndexOf(rank), rank + 1)
    return { places: others, sortValue: this.#total(others, rival) }
  }

  /** Returns the most points (thousandths) that falling one rank on a machine can cost. */
  #maxPointsLost(rank: number): number {
    const points = (index: number): number => this.#rules.machineFigures(0, index).points
    return points(rank) - points(rank + 1)
  }

  #toCompetitor(row: StandingsEntry): Competitor {
    const results = new Array<ResultOnMachine>(this.#machineIds.length).fill(undefined)
    let sum = 0
    for (const result of row.machines) {
      const sortValue = this.#rules.sortValue(result)!
      results[this.#machineIndex.get(result.machineId)!] = { rank: result.rank, sortValue }
      sum += sortValue
    }
    const places = row.machines.map(({ rank }) => rank).sort((a, b) => a - b)
    const adjusted = sumOfAdjustments(this.#rules, row.adjustments)
    return { rank: row.rank, places, sum, adjusted, results, sortValue: this.#total(places, { sum, adjusted, results }) }
  }

  #total(places: readonly number[], { sum, adjusted, results }: Pick<Competitor, 'sum' | 'adjusted' | 'results'>): number {
    const inOrder = this.#rules.totalInOrder?.(results.map(result => result?.sortValue ?? null))
    return (inOrder ?? this.#rules.total(this.#machineIds.length, places, sum)) + adjusted
  }
}
