import type { RoundFormat } from './format.ts'
import { byePoints, groupPoints, groupStrikes } from './points.ts'
import { type MatchGroup, placesInGroup, type Round, roundSize } from './rounds.ts'
import { assignRanks, compareEntrants, type Placing, type RankKey } from './tie-break.ts'

/** One entrant's part in one round. */
export interface GameResult {
  /** 1 for the first */
  round: number
  /** null: stood by */
  machineId: string | null
  place: number | null
  /** thousandths; 0 in strikes */
  points: number
  strikes?: number
}

/** A row of standings that follow from rounds. */
export interface RoundStandingRow extends Placing {
  entrantId: string
  /** thousandths; 0 in strikes */
  points: number
  strikes?: number
  /** strikes: the round in which the entrant went out; left out while still in */
  outIn?: number
  games: GameResult[]
}

/** What a round came to for one entrant. `group` and `place` null: stood by. */
export interface RoundOutcome {
  /** 1 for the first */
  round: number
  group: MatchGroup | null
  place: number | null
}

/** An entrant's way through the rounds, and what the place in the standings follows from. */
export interface Course extends RankKey {
  readonly entrantId: string
  readonly games: GameResult[]
  readonly points: number
  readonly strikes: number
  readonly outIn: number | null
}

/** Those still in come first, fewer strikes being better; then who went out in a later round; last who never played. */
const STILL_IN = 1_000_000

/** @param outcomes of one entrant, in the order of the rounds; what comes after the round in which one went out does not count */
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
 * Standings from nothing: in match play by the sum of group points; in strikes those still in by fewest strikes, then the others by how late they
 * went out. Ties by places in groups. Groups without a result do not count. Every entrant has a row; who never played stands last.
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
