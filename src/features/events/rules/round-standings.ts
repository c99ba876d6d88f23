import type { RoundFormat } from './format.ts'
import { byePoints, groupPoints, groupStrikes } from './points.ts'
import { type MatchGroup, placesInGroup, type Round, roundSize } from './rounds.ts'
import { assignRanks, compareEntrants, type Placing, type RankKey } from './tie-break.ts'

/** One entrant's result in one round. */
export interface GameResult {
  /** 1 for the first */
  round: number
  /** null: a bye */
  machineId: string | null
  place: number | null
  /** thousandths; 0 in strikes */
  points: number
  strikes?: number
}

/** A row of standings that are computed from rounds. */
export interface RoundStandingRow extends Placing {
  entrantId: string
  /** thousandths; 0 in strikes */
  points: number
  strikes?: number
  /** strikes: the round in which the entrant was knocked out; left out while still in */
  outIn?: number
  games: GameResult[]
}

/** The outcome of a round for one entrant. `group` and `place` are null for a bye. */
export interface RoundOutcome {
  /** 1 for the first */
  round: number
  group: MatchGroup | null
  place: number | null
}

/** An entrant's results in all rounds, with the key that the standings are sorted by. */
export interface Course extends RankKey {
  readonly entrantId: string
  readonly games: GameResult[]
  readonly points: number
  readonly strikes: number
  readonly outIn: number | null
}

/**
 * Base of the merit in strikes. Entrants still in come first, those with fewer strikes before others; then those knocked out, later rounds
 * first; last those who never played.
 */
const STILL_IN = 1_000_000

/**
 * Adds up one entrant's results.
 * @param outcomes in the order of the rounds; those after the round in which the entrant was knocked out do not count
 */
export function rankProgress(format: RoundFormat, entrantId: string, outcomes: Iterable<RoundOutcome>): Course {
  const games: GameResult[] = []
  let [points, strikes] = [0, 0]
  let outIn: number | null = null
  for (const { round, group, place } of outcomes) {
    const game: GameResult = { round, machineId: group?.machineId ?? null, place, points: 0 }
    if (format.kind === 'match-play') {
      game.points = group === null ? byePoints(format.points) : groupPoints(format.points, roundSize(group))[place! - 1]!
      points += game.points
    } else {
      game.strikes = group === null ? 0 : groupStrikes(format.strikes, roundSize(group))[place! - 1]!
      strikes += game.strikes
      if (strikes >= format.strikesToLeave) outIn = round
    }
    games.push(game)
    if (outIn !== null) break
  }
  const merit = format.kind === 'match-play' ? points : (outIn ?? (games.length === 0 ? 0 : STILL_IN - strikes))
  const places = games.flatMap(game => game.place ?? []).sort((a, b) => a - b)
  return { entrantId, games, points, strikes, outIn, merit, places }
}

export const roundRow = (
  format: RoundFormat,
  { entrantId, games, points, strikes, outIn }: Course,
  { rank, tieBreak }: Placing,
): RoundStandingRow => ({
  entrantId,
  rank,
  tieBreak,
  points,
  ...(format.kind === 'strikes' ? { strikes } : {}),
  ...(outIn === null ? {} : { outIn }),
  games,
})

/**
 * Computes the standings from scratch. Match play ranks by the sum of group points. Strikes ranks those still in by fewest strikes, then
 * the others by how late they were knocked out. Ties are broken by places in groups. Groups without a result do not count. Every entrant
 * has a row; those who never played stand last.
 */
export function roundStandings(format: RoundFormat, entrantIds: readonly string[], rounds: readonly Round[]): RoundStandingRow[] {
  const outcomes = new Map(entrantIds.map((entrantId): [string, RoundOutcome[]] => [entrantId, []]))
  for (const [i, round] of rounds.entries())
    for (const { entrantId, group, place } of placesInGroup(round)) outcomes.get(entrantId)?.push({ round: i + 1, group, place })
  const courses = [...outcomes].map(([entrantId, own]) => rankProgress(format, entrantId, own))
  const rows: RoundStandingRow[] = []
  assignRanks(courses.sort(compareEntrants), (course, rank, tieBreak) => rows.push(roundRow(format, course, { rank, tieBreak })))
  return rows
}
