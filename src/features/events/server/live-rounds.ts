import type { RoundFormat } from '../rules/format.ts'
import { type Course, type RoundOutcome, type RoundStandingRow, rankProgress, roundRow } from '../rules/round-standings.ts'
import type { MatchGroup, Round } from '../rules/rounds.ts'
import { placesInGroup } from '../rules/rounds.ts'
import { assignRanks, compareEntrants } from '../rules/tie-break.ts'

/**
 * The standings of an event in rounds, updated with each result. They always equal what `roundStandings` computes from the same rounds.
 * Applying a result costs the games of the group's players plus one pass over all entrants for their ranks, however many rounds were played
 * before.
 */
export class LiveRounds {
  readonly #format: RoundFormat
  /** by entrant, then by round */
  readonly #outcomes: ReadonlyMap<string, Map<number, RoundOutcome>>
  #order: Course[]
  #rows = new Map<string, RoundStandingRow>()

  /** @param rounds in order, from the first; only groups with a result count */
  constructor(format: RoundFormat, entrantIds: readonly string[], rounds: readonly Round[]) {
    this.#format = format
    this.#outcomes = new Map(entrantIds.map(entrantId => [entrantId, new Map()]))
    for (const [i, round] of rounds.entries()) this.#record(i + 1, round)
    this.#order = entrantIds.map(entrantId => this.#course(entrantId))
    this.#place(new Set(entrantIds))
  }

  /**
   * Returns the rows at `from` … `from + count` − 1, as far as they exist. A row that did not change is the same object; callers must not
   * modify it.
   */
  rows(from: number, count: number): RoundStandingRow[] {
    return this.#order.slice(from, from + count).map(({ entrantId }) => this.#rows.get(entrantId)!)
  }

  /**
   * Applies the first or a corrected result of a group.
   * @param round number of a round that is already known, 1 for the first
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

  /** Sorts and ranks all entrants. @param played entrants whose games have changed @returns the entrants whose rows changed */
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
