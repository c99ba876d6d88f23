import type { MatchPlay, RoundFormat, Strikes } from './format.ts'
import { byePoints, groupPoints, groupStrikes } from './points.ts'
import { placesIn, type Round, sizeOf } from './rounds.ts'
import { compareEntrants, type Placing, placeAll } from './tally.ts'

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
export interface RoundRow extends Placing {
  entrantId: string
  /** thousandths; 0 in strikes */
  points: number
  strikes?: number
  /** strikes: the round in which the entrant went out; left out while still in */
  outIn?: number
  games: GameResult[]
}

interface Course {
  entrantId: string
  games: GameResult[]
  strikes: number
  outIn: number | null
}

const placesOf = ({ games }: Course): number[] => games.flatMap(game => game.place ?? []).sort((a, b) => a - b)

const pointsOf = ({ games }: Course): number => games.reduce((sum, game) => sum + game.points, 0)

/** Those still in come first, fewer strikes being better; then who went out in a later round; last who never played. */
const STILL_IN = 1_000_000
const strikesMerit = ({ strikes, outIn, games }: Course): number => outIn ?? (games.length === 0 ? 0 : STILL_IN - strikes)

function play(format: MatchPlay | Strikes, courses: ReadonlyMap<string, Course>, rounds: readonly Round[]): void {
  for (const [i, round] of rounds.entries()) {
    for (const { entrantId, group, place } of placesIn(round)) {
      const course = courses.get(entrantId)
      if (course === undefined || course.outIn !== null) continue
      const game: GameResult = { round: i + 1, machineId: group?.machineId ?? null, place, points: 0 }
      if (format.kind === 'match-play') {
        game.points = group === null ? byePoints(format.points) : groupPoints(format.points, sizeOf(group))[place! - 1]!
      } else {
        game.strikes = group === null ? 0 : groupStrikes(format.strikes, sizeOf(group))[place! - 1]!
        course.strikes += game.strikes
        if (course.strikes >= format.strikesToLeave) course.outIn = i + 1
      }
      course.games.push(game)
    }
  }
}

/**
 * Standings from nothing: in match play by the sum of group points; in strikes those still in by fewest strikes, then the others by how late they
 * went out. Ties by places in groups. Groups without a result do not count. Every entrant has a row; who never played stands last.
 */
export function roundStandings(format: RoundFormat, entrantIds: readonly string[], rounds: readonly Round[]): RoundRow[] {
  const courses = new Map(entrantIds.map((entrantId): [string, Course] => [entrantId, { entrantId, games: [], strikes: 0, outIn: null }]))
  play(format, courses, rounds)
  const tallies = [...courses.values()].map(course => ({
    entrantId: course.entrantId,
    merit: format.kind === 'match-play' ? pointsOf(course) : strikesMerit(course),
    places: placesOf(course),
    course,
  }))
  const rows: RoundRow[] = []
  placeAll(tallies.sort(compareEntrants), ({ entrantId, course }, rank, tieBreak) => {
    const { games, strikes, outIn } = course
    rows.push({
      entrantId,
      rank,
      tieBreak,
      points: pointsOf(course),
      ...(format.kind === 'strikes' ? { strikes } : {}),
      ...(outIn === null ? {} : { outIn }),
      games,
    })
  })
  return rows
}
