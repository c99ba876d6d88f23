import type { Adjustment } from '../adjustment.ts'
import type { RoundProgress, RoundRules } from '../format-rules.ts'
import { type MatchGroup, placesInGroup, type Round } from '../rounds.ts'
import { areDefaultTieBreaks } from '../standings-options.ts'
import { rankByTieBreaks } from './chosen-tie-breaks.ts'
import { type EntrantProgress, type RoundOutcome, rankProgress } from './entrant-progress.ts'
import { isSameList, type StandingsEntry } from './standings-entry.ts'
import { assignRanks, compareEntrants, type EntrantPlacement } from './tie-break.ts'

const roundRow = (
  rules: RoundRules,
  { progress: { entrantId, games, progress }, adjustments }: Pick<KnownEntrant, 'progress' | 'adjustments'>,
  placement: EntrantPlacement,
): StandingsEntry => ({
  entrantId,
  ...placement,
  ...(adjustments.length === 0 ? {} : { adjustments }),
  ...rules.figures(progress),
  ...(progress.outIn === null ? {} : { outIn: progress.outIn }),
  machines: [],
  games,
})

interface EntrantOutcome extends RoundOutcome {
  entrantId: string
}

/** An entrant as of the last computation. */
interface KnownEntrant {
  /** all of the entrant's outcomes */
  outcomes: readonly RoundOutcome[]
  adjustments: readonly Adjustment[]
  progress: EntrantProgress
  row: StandingsEntry | null
}

const NONE: readonly Adjustment[] = []

/**
 * Computes the standings of an event again and again. Groups without a result do not count. Every entrant has a row; those who have not
 * played come last. Groups and lists of byes must not be modified: an entrant is added up anew only if one of the entrant's groups or
 * lists is another object. Where places break ties, a row in which nothing has changed is the same object.
 */
export class RoundStandings {
  readonly #rules: RoundRules
  readonly #outcomes = new WeakMap<MatchGroup, readonly EntrantOutcome[]>()
  /** by the round's list of byes */
  readonly #byes = new WeakMap<readonly string[], { gamesPerGroup: number; outcomes: readonly EntrantOutcome[] }>()
  #known: ReadonlyMap<string, KnownEntrant> = new Map()

  constructor(rules: RoundRules) {
    this.#rules = rules
  }

  compute(entrantIds: readonly string[], rounds: readonly Round[], adjustments: readonly Adjustment[] = []): StandingsEntry[] {
    const own = new Map(entrantIds.map((entrantId): [string, RoundOutcome[]] => [entrantId, []]))
    for (const [i, round] of rounds.entries()) {
      for (const group of round.groups) for (const outcome of this.#outcomesOf(i + 1, group)) own.get(outcome.entrantId)?.push(outcome)
      for (const outcome of this.#byesOf(i + 1, round)) own.get(outcome.entrantId)?.push(outcome)
    }
    const known = new Map([...own].map(([entrantId, outcomes]) => [entrantId, this.#addUp(entrantId, outcomes, adjustments)]))
    this.#known = known
    const entrants = [...known.values()].map(({ progress }) => progress)
    const rows: StandingsEntry[] = []
    if (areDefaultTieBreaks(this.#rules.tieBreaks))
      assignRanks(entrants.sort(compareEntrants), (entrant, rank, tieBreak) => {
        rows.push(this.#rowOf(known.get(entrant.entrantId)!, rank, tieBreak))
      })
    else
      rankByTieBreaks(this.#rules, entrants, (entrant, placement) => {
        rows.push(roundRow(this.#rules, known.get(entrant.entrantId)!, placement))
      })
    return rows
  }

  #outcomesOf(round: number, group: MatchGroup): readonly EntrantOutcome[] {
    const known = this.#outcomes.get(group)
    if (known !== undefined && known[0]?.round === round) return known
    const outcomes = [...placesInGroup({ groups: [group], byes: [] })].map(place => ({ round, ...place }))
    this.#outcomes.set(group, outcomes)
    return outcomes
  }

  #byesOf(round: number, { byes, gamesPerGroup = 1 }: Round): readonly EntrantOutcome[] {
    const known = this.#byes.get(byes)
    if (known?.gamesPerGroup === gamesPerGroup && known.outcomes[0]?.round === round) return known.outcomes
    const outcomes = [...placesInGroup({ groups: [], byes, gamesPerGroup })].map(place => ({ round, ...place }))
    this.#byes.set(byes, { gamesPerGroup, outcomes })
    return outcomes
  }

  #addUp(entrantId: string, outcomes: readonly RoundOutcome[], all: readonly Adjustment[]): KnownEntrant {
    const known = this.#known.get(entrantId)
    const adjustments = all.length === 0 ? NONE : all.filter(each => each.entrantId === entrantId)
    if (known !== undefined && isSameList(known.outcomes, outcomes) && isSameList(known.adjustments, adjustments)) return known
    return { outcomes, adjustments, progress: rankProgress(this.#rules, entrantId, outcomes, adjustments), row: null }
  }

  #rowOf(known: KnownEntrant, rank: number, tieBreak: number | null): StandingsEntry {
    const { progress, row } = known
    if (row !== null && row.rank === rank && row.tieBreak === tieBreak) return row
    const { sortValue, places } = progress
    known.row = { ...roundRow(this.#rules, known, { rank, tieBreak }), rankKey: row?.rankKey ?? { sortValue, places } }
    return known.row
  }
}

/** Computes standings once, see `RoundStandings`. */
export const roundStandings = (
  rules: RoundRules,
  entrantIds: readonly string[],
  rounds: readonly Round[],
  adjustments: readonly Adjustment[] = [],
): StandingsEntry[] => new RoundStandings(rules).compute(entrantIds, rounds, adjustments)

/** The places of an entrant's games, ascending: equal totals are told apart by the most firsts, then seconds, and so on. */
export const sortedPlaces = ({ places }: RoundProgress): number[] => [...places].sort((a, b) => a - b)

/** More than any number of rounds or strikes: whoever is still in stands before all who are eliminated. */
export const STILL_IN_SORT_VALUE = 1_000_000
