import type { ScoreRules } from '../format-rules.ts'
import { countUpTo } from './sorted-list.ts'
import type { StandingsEntry } from './standings-entry.ts'
import { compareTallies, type RankKey } from './tie-break.ts'

export interface RequiredScore {
  machineId: string
  /** the smallest score (in pin-golf the most strokes) that gains at least one rank; null: none would */
  least: number | null
}

interface Competitor extends RankKey {
  readonly rank: number
  /** sum of the merits on all machines */
  readonly sum: number
  /** rank and merit on each machine, in the order of the machines */
  readonly results: readonly ({ readonly rank: number; readonly merit: number } | undefined)[]
}

/** Computes which scores would gain an entrant a rank. One instance serves all entrants of the same standings. */
export class ImprovementCalculator {
  readonly #rules: ScoreRules
  readonly #machineIds: readonly string[]
  /** each machine's index in `#machineIds` */
  readonly #at: ReadonlyMap<string, number>
  /** in order of rank */
  readonly #rivals: readonly Competitor[]
  readonly #byId: ReadonlyMap<string, Competitor>
  /** everybody's merits by machine, ascending */
  readonly #merits: readonly number[][]

  /** @param rows the complete standings, best first */
  constructor({ rules, machineIds }: { rules: ScoreRules; machineIds: readonly string[] }, rows: readonly StandingsEntry[]) {
    this.#rules = rules
    this.#machineIds = rules.machineIds(machineIds)
    this.#at = new Map(this.#machineIds.map((id, at) => [id, at]))
    this.#rivals = rows.map(row => this.#rival(row))
    this.#byId = new Map(rows.map((row, i) => [row.entrantId, this.#rivals[i]!]))
    this.#merits = this.#machineIds.map((_, at) => {
      const merits = this.#rivals.map(({ results }) => results[at]?.merit).filter(merit => merit !== undefined)
      return merits.sort((a, b) => a - b)
    })
  }

  /**
   * Returns what an entrant needs on each machine, with one more attempt there, to gain at least one rank in the standings.
   * @param attemptsLeft attempts left by machine; null: no limit; with 0 left, nothing can be gained
   */
  needs(entrantId: string, attemptsLeft: (machineId: string) => number | null = () => null): RequiredScore[] {
    const self = this.#byId.get(entrantId)
    const ahead = this.#rivals.filter(rival => self !== undefined && rival.rank < self.rank).reverse()
    return this.#machineIds.map((machineId, at) => {
      const mayTry = self !== undefined && (attemptsLeft(machineId) ?? 1) > 0
      const merit = mayTry ? this.#least(self, ahead, at) : null
      return { machineId, least: merit === null ? null : Math.abs(merit) }
    })
  }

  /** Returns the lowest merit on a machine that gains a rank. A higher merit never gains less, so this is a binary search. */
  #least(self: Competitor, ahead: readonly Competitor[], at: number): number | null {
    const { count, merit } = this.#rules.meritsToTry(self.results[at]?.merit, this.#merits[at]!)
    if (!this.#gains(self, ahead, at, merit(count - 1))) return null
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#gains(self, ahead, at, merit(middle))) high = middle
      else low = middle + 1
    }
    return merit(low)
  }

  #gains(self: Competitor, ahead: readonly Competitor[], at: number, merit: number): boolean {
    const merits = this.#merits[at]!
    const before = self.results[at]?.merit ?? Number.NEGATIVE_INFINITY
    if (merit <= before) return false
    const after = this.#improved(self, at, merit, 1 + merits.length - countUpTo(merits, merit))
    return ahead.some(rival => {
      if (compareTallies(rival, after) >= 0) return true
      const theirs = rival.results[at]
      if (theirs === undefined || theirs.merit >= merit || theirs.merit < before) return false
      return rival.merit - this.#step(theirs.rank) <= after.merit && compareTallies(this.#overtaken(rival, theirs.rank), after) >= 0
    })
  }

  #improved({ places, sum, results }: Competitor, at: number, merit: number, rank: number): RankKey {
    const old = results[at]
    const others = old === undefined ? [...places] : places.toSpliced(places.indexOf(old.rank), 1)
    others.splice(countUpTo(others, rank), 0, rank)
    return { places: others, merit: this.#rules.total(this.#machineIds.length, others, sum - (old?.merit ?? 0) + merit) }
  }

  /**
   * Returns the rival's key after it falls one place on a machine. The last of equal ranks is changed, so that the places stay ascending.
   */
  #overtaken({ places, sum }: Competitor, rank: number): RankKey {
    const others = places.with(places.lastIndexOf(rank), rank + 1)
    return { places: others, merit: this.#rules.total(this.#machineIds.length, others, sum) }
  }

  /** Returns the most points (thousandths) that falling one rank on a machine can cost. */
  #step(rank: number): number {
    const points = (at: number): number => this.#rules.machineFigures(0, at).points
    return points(rank) - points(rank + 1)
  }

  #rival(row: StandingsEntry): Competitor {
    const results = new Array<{ rank: number; merit: number } | undefined>(this.#machineIds.length).fill(undefined)
    let sum = 0
    for (const result of row.machines) {
      const merit = this.#rules.merit(result)!
      results[this.#at.get(result.machineId)!] = { rank: result.rank, merit }
      sum += merit
    }
    const places = row.machines.map(({ rank }) => rank).sort((a, b) => a - b)
    return { rank: row.rank, places, sum, results, merit: this.#rules.total(this.#machineIds.length, places, sum) }
  }
}
