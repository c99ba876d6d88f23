import type { ScoreFormat } from './format.ts'
import { rankPoints } from './points.ts'
import { machineColumns, type ScoreRow, totalMerit } from './score-row.ts'
import { worstStrokes } from './strokes.ts'
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

/** Returns how many numbers of the list are not greater than `value`. @param list ascending */
function countUpTo(list: readonly number[], value: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** Computes which scores would gain an entrant a rank. One instance serves all entrants of the same standings. */
export class ImprovementCalculator {
  readonly #format: ScoreFormat
  readonly #machineIds: readonly string[]
  /** each machine's index in `#machineIds` */
  readonly #at: ReadonlyMap<string, number>
  /** in order of rank */
  readonly #rivals: readonly Competitor[]
  readonly #byId: ReadonlyMap<string, Competitor>
  /** everybody's merits by machine, ascending */
  readonly #merits: readonly number[][]

  /** @param rows the complete standings, best first */
  constructor({ format, machineIds }: { format: ScoreFormat; machineIds: readonly string[] }, rows: readonly ScoreRow[]) {
    this.#format = format
    this.#machineIds = machineColumns(format, machineIds)
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
    const { count, merit } = this.#worthTrying(self, at)
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

  /**
   * Returns the merits worth trying, ascending. In pin-golf these are all improvements; otherwise the lowest improvement, then every merit
   * on the machine from there on, each followed by the same merit plus one.
   */
  #worthTrying(self: Competitor, at: number): { count: number; merit: (i: number) => number } {
    const own = self.results[at]?.merit
    if (this.#format.kind === 'pin-golf') {
      const least = own === undefined ? -worstStrokes(this.#format) : own + 1
      return { count: Math.max(1, -least), merit: i => Math.min(-1, least + i) }
    }
    const most = Number.MAX_SAFE_INTEGER
    const least = Math.min(most, own === undefined ? 1 : own + 1)
    const merits = this.#merits[at]!
    const first = countUpTo(merits, least - 1)
    return {
      count: 1 + 2 * (merits.length - first),
      merit: i => (i === 0 ? least : Math.min(most, merits[first + ((i - 1) >> 1)]! + ((i - 1) & 1))),
    }
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
    return { places: others, merit: totalMerit(this.#format, this.#machineIds.length, others, sum - (old?.merit ?? 0) + merit) }
  }

  /**
   * Returns the rival's key after it falls one place on a machine. The last of equal ranks is changed, so that the places stay ascending.
   */
  #overtaken({ places, sum }: Competitor, rank: number): RankKey {
    const others = places.with(places.lastIndexOf(rank), rank + 1)
    return { places: others, merit: totalMerit(this.#format, this.#machineIds.length, others, sum) }
  }

  /** Returns the most points (thousandths) that falling one rank on a machine can cost. */
  #step(rank: number): number {
    return this.#format.kind === 'best-game' ? rankPoints(this.#format.points, rank) - rankPoints(this.#format.points, rank + 1) : 0
  }

  #rival(row: ScoreRow): Competitor {
    const isGolf = this.#format.kind === 'pin-golf'
    const results = new Array<{ rank: number; merit: number } | undefined>(this.#machineIds.length).fill(undefined)
    let sum = 0
    for (const { machineId, rank, value, strokes } of row.machines) {
      const merit = isGolf ? -strokes! : value
      results[this.#at.get(machineId)!] = { rank, merit }
      sum += merit
    }
    const places = row.machines.map(({ rank }) => rank).sort((a, b) => a - b)
    return { rank: row.rank, places, sum, results, merit: totalMerit(this.#format, this.#machineIds.length, places, sum) }
  }
}
