import type { RoundRules } from '#events/rules/format-rules.ts'
import type { MatchGroup, Round } from '#events/rules/rounds.ts'
import { placesInGroup } from '#events/rules/rounds.ts'
import { type EntrantProgress, type RoundOutcome, rankProgress } from '#events/rules/standings/entrant-progress.ts'
import { rankEntrants, roundRow } from '#events/rules/standings/round-standings.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import type { EntrantPlacement } from '#events/rules/standings/tie-break.ts'
import type { EventChange } from '../changes.ts'
import { toMatchGroups } from '../rounds/round-store.ts'
import type { LiveStandings } from './live-standings.ts'

/**
 * The standings of an event in rounds, updated with each result. They always equal what `roundStandings` computes from the same rounds.
 * Applying a result costs the games of the group's players plus one pass over all entrants for their ranks, however many rounds were played
 * before. Chosen tie-breaks compare the games of those whose totals are equal.
 */
export class IncrementalRoundStandings implements LiveStandings {
  readonly #rules: RoundRules
  /** by entrant, then by round and game */
  readonly #outcomes: ReadonlyMap<string, Map<string, RoundOutcome>>
  #order: EntrantProgress[]
  #rows = new Map<string, StandingsEntry>()

  /** @param rounds in order, from the first; only groups with a result count */
  constructor(rules: RoundRules, entrantIds: readonly string[], rounds: readonly Round[]) {
    this.#rules = rules
    this.#outcomes = new Map(entrantIds.map(entrantId => [entrantId, new Map()]))
    for (const [i, round] of rounds.entries()) this.#recordOutcomes(i + 1, round)
    this.#order = entrantIds.map(entrantId => this.#computeProgress(entrantId))
    this.#assignRanks(new Set(entrantIds))
  }

  /**
   * Returns the rows at `from` … `from + count` − 1, as far as they exist. A row that did not change is the same object; callers must not
   * modify it.
   */
  rows(from: number, count: number): StandingsEntry[] {
    return this.#order.slice(from, from + count).map(({ entrantId }) => this.#rows.get(entrantId)!)
  }

  get size(): number {
    return this.#order.length
  }

  /** Applies the result of a group. When a round was drawn or taken back, the rounds have to be loaded again. */
  apply(change: NonNullable<EventChange['change']>): ReadonlySet<string> | null {
    if (change.kind !== 'rounds' || change.played === undefined) return null
    return this.setResults(change.played.round, toMatchGroups(change.played.group))
  }

  attemptsLeft(): null {
    return null
  }

  /**
   * Applies the first or corrected results of a group.
   * @param round number of a round that is already known, 1 for the first
   * @param games those of the group that have a result, besides others
   * @returns the entrants whose rows changed
   */
  setResults(round: number, games: readonly MatchGroup[]): ReadonlySet<string> {
    const finished = games.filter(({ order }) => order !== undefined)
    if (finished.length === 0) return new Set()
    this.#recordOutcomes(round, { groups: finished, byes: [] })
    const played = new Set(finished[0]!.entrantIds)
    this.#order = this.#order.map(progress => (played.has(progress.entrantId) ? this.#computeProgress(progress.entrantId) : progress))
    return this.#assignRanks(played)
  }

  #recordOutcomes(number: number, round: Round): void {
    for (const { entrantId, ...outcome } of placesInGroup(round))
      this.#outcomes.get(entrantId)?.set(`${number}/${outcome.game}`, { round: number, ...outcome })
  }

  #computeProgress(entrantId: string): EntrantProgress {
    const outcomes = [...(this.#outcomes.get(entrantId)?.values() ?? [])]
    return rankProgress(
      this.#rules,
      entrantId,
      outcomes.sort((a, b) => a.round - b.round || a.game - b.game),
    )
  }

  /** Sorts and ranks all entrants. @param played entrants whose games have changed @returns the entrants whose rows changed */
  #assignRanks(played: ReadonlySet<string>): ReadonlySet<string> {
    const changed = new Set<string>()
    this.#order = rankEntrants(this.#rules, this.#order, (progress, placement) => {
      const previous = this.#rows.get(progress.entrantId)
      if (previous !== undefined && !played.has(progress.entrantId) && isSamePlacement(previous, placement)) return
      this.#rows.set(progress.entrantId, roundRow(this.#rules, progress, placement))
      changed.add(progress.entrantId)
    })
    return changed
  }
}

const isSamePlacement = (a: EntrantPlacement, b: EntrantPlacement): boolean =>
  a.rank === b.rank &&
  a.tieBreak === b.tieBreak &&
  a.decidedBy?.by === b.decidedBy?.by &&
  a.decidedBy?.own === b.decidedBy?.own &&
  a.decidedBy?.other === b.decidedBy?.other
