import type { RoundFormat } from '../rules/format.ts'
import { type Course, type RoundOutcome, type RoundStandingRow, rankProgress, roundRow } from '../rules/round-standings.ts'
import type { MatchGroup, Round } from '../rules/rounds.ts'
import { placesInGroup } from '../rules/rounds.ts'
import { assignRanks, compareEntrants } from '../rules/tie-break.ts'

/**
 * The standings of an event in rounds, kept true result by result: always what `roundStandings` makes of the same rounds. A result costs the games of
 * those in its group, and one pass over all entrants for their ranks, however many rounds were played before.
 */
export class LiveRounds {
  readonly #format: RoundFormat
  /** of each entrant, by round */
  readonly #outcomes: ReadonlyMap<string, Map<number, RoundOutcome>>
  #order: Course[]
  #rows = new Map<string, RoundStandingRow>()

  /** @param rounds in order, from the first; of their groups only those with a result count */
  constructor(format: RoundFormat, entrantIds: readonly string[], rounds: readonly Round[]) {
    this.#format = format
    this.#outcomes = new Map(entrantIds.map(entrantId => [entrantId, new Map()]))
    for (const [i, round] of rounds.entries()) this.#record(i + 1, round)
    this.#order = entrantIds.map(entrantId => this.#course(entrantId))
    this.#place(new Set(entrantIds))
  }

  /** Rows at `from` … `from + count` − 1, as far as there are. A row that did not change is the same object: not to be written to. */
  rows(from: number, count: number): RoundStandingRow[] {
    return this.#order.slice(from, from + count).map(({ entrantId }) => this.#rows.get(entrantId)!)
  }

  /**
   * A group of a round that is known came out, or came out otherwise than was said before.
   * @param round 1 for the first
   * @returns the entrants whose rows changed
   */
  apply(round: number, group: MatchGroup): ReadonlySet<string> {
    if (group.order === undefined) return new Set()
    this.#record(round, { groups: [group], byes: [] })
    const played = new Set(group.entrantIds)
    this.#order = this.#order.map(course => (played.has(course.entrantId) ? this.#course(course.entrantId) : course))
    return this.#place(played)
  }

  #record(number: number, round: Round): void {
    for (const { entrantId, group, place } of placesInGroup(round))
      this.#outcomes.get(entrantId)?.set(number, { round: number, group, place })
  }

  #course(entrantId: string): Course {
    const outcomes = [...(this.#outcomes.get(entrantId)?.values() ?? [])]
    return rankProgress(
      this.#format,
      entrantId,
      outcomes.sort((a, b) => a.round - b.round),
    )
  }

  /** Orders and ranks all. @param played whose games are others. @returns whose rows changed */
  #place(played: ReadonlySet<string>): ReadonlySet<string> {
    const changed = new Set<string>()
    assignRanks(this.#order.sort(compareEntrants), (course, rank, tieBreak) => {
      const before = this.#rows.get(course.entrantId)
      if (before !== undefined && !played.has(course.entrantId) && before.rank === rank && before.tieBreak === tieBreak) return
      this.#rows.set(course.entrantId, roundRow(this.#format, course, { rank, tieBreak }))
      changed.add(course.entrantId)
    })
    return changed
  }
}
