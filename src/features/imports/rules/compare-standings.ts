import { scoreRules } from '#events/formats/registry.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import type { ImportedEvent } from './imported-event.ts'
import { countsStrikes, importedStandings } from './played-event.ts'

/**
 * Why a place or a total is another one here. `games`: the source gave other points or strikes for a place in some games; `missing`: it counts
 * a game whose result it does not tell, or does not trust; `byes`: it counts byes otherwise; `left-out`: scores on machines that are not known
 * here are left out; `one-machine`: two of its machines are one here; `counting`: it counts otherwise, and does not say how; `by-hand`: all its
 * games are known, and its total is not their sum, so somebody has entered it; `ties`: totals are the same, and it breaks ties otherwise;
 * `others`: totals are the same, and those of others are not.
 */
export const DIFFERENCE_REASONS = ['games', 'missing', 'byes', 'left-out', 'one-machine', 'counting', 'by-hand', 'ties', 'others'] as const
export type DifferenceReason = (typeof DIFFERENCE_REASONS)[number]

/** Where the standings here and at the source differ. Totals: points in thousandths, or strikes; null: the source did not say. */
export interface StandingsDifference {
  player: string
  place: number
  placeThere: number
  total: number
  totalThere: number | null
  reason: DifferenceReason
  /** in how many games it gave something else, if that is the reason */
  games?: number
}

type Why = Pick<StandingsDifference, 'reason' | 'games'>
type PlaceThere = ImportedEvent['standings'][number]
type Rows = ReadonlyMap<number, StandingsEntry>

/** Returns the figure of a game or of a total that a format adds up: strikes in a knockout, otherwise points. */
const figureOf = (isStrikes: boolean, { points, strikes }: { points: number; strikes?: number | undefined }): number =>
  isStrikes ? (strikes ?? 0) : points

const rowsOf = (event: ImportedEvent, machineIds?: string[]): Rows =>
  new Map(importedStandings(event, machineIds).map(row => [Number(row.entrantId), row]))

/**
 * Compares the standings that an event gets here with those of the source, and says of every difference where it comes from.
 * @param machineIds the ids that its machines have here, as in `ImportedIds`; left out: each is a machine of its own, as at the source
 */
export function compareStandings(event: ImportedEvent, machineIds?: string[]): StandingsDifference[] {
  const isStrikes = countsStrikes(event)
  const rows = rowsOf(event, machineIds)
  const totalOf = (player: number): number => figureOf(isStrikes, rows.get(player)!)
  const isOther = ({ player, total }: PlaceThere): boolean => total !== null && !event.placesOnly && total !== totalOf(player)
  const different = event.standings.filter(there => rows.get(there.player)!.rank !== there.place || isOther(there))
  if (different.length === 0) return []
  const why = scoreRules(event.format) === null ? explainGames(event, rows) : explainScores(event, machineIds)
  const anyOther = event.standings.some(isOther)
  const whyPlace = (there: PlaceThere): DifferenceReason => {
    if (there.total === null || event.placesOnly) return 'counting'
    if (!anyOther) return 'ties'
    // Of those who have the same totals here and there, as many must be better here as there.
    const tied = event.standings.filter(each => each.total === there.total && !isOther(each))
    const [here, source] = [
      tied.filter(({ player }) => rows.get(player)!.rank < rows.get(there.player)!.rank),
      tied.filter(({ place }) => place < there.place),
    ]
    return here.length === source.length ? 'others' : 'ties'
  }
  return different.map(there => {
    const reason = isOther(there) ? null : whyPlace(there)
    return {
      player: event.players[there.player]!.name,
      place: rows.get(there.player)!.rank,
      placeThere: there.place,
      total: totalOf(there.player),
      totalThere: event.placesOnly ? null : there.total,
      ...(reason === null || reason === 'ties' ? (why(there, reason === null) ?? { reason: 'ties' }) : { reason }),
    }
  })
}

/** @param isOther true: the total differs; false: only the place does */
type Explain = (there: PlaceThere, isOther: boolean) => Why | null

/** Says which differences come from the machines: without them, the standings would be those of the source. */
function explainScores(event: ImportedEvent, machineIds: readonly string[] = []): Explain {
  const isStrikes = countsStrikes(event)
  const apart = rowsOf(event)
  const withoutUnknown = rowsOf(
    event,
    event.machines.map((_, i) => (machineIds[i] === '' ? '' : String(i))),
  )
  const figures = (from: Rows, player: number, isOther: boolean): number =>
    isOther ? figureOf(isStrikes, from.get(player)!) : from.get(player)!.rank
  return ({ player, place, total }, isOther) => {
    const there = isOther ? total : place
    if (figures(apart, player, isOther) !== there) return isOther ? { reason: 'counting' } : null
    return { reason: figures(withoutUnknown, player, isOther) === there ? 'one-machine' : 'left-out' }
  }
}

/** What the games of a player say of the total at the source. */
interface AddedUp {
  /** the total there, less the total here */
  residue: number
  /** in how many games the source gave something else, and how much */
  games: number
  difference: number
  /** how many of the player's games have no result */
  missing: number
  /** false: of some game it is not known what the source gave for it */
  isCertain: boolean
  /** how many byes count here, and what they are worth together */
  byes: number
  byesHere: number
}

function explainGames(event: ImportedEvent, rows: Rows): Explain {
  const isStrikes = countsStrikes(event)
  const most = Math.max(0, ...event.rounds.flatMap(({ groups }) => groups.flatMap(({ games }) => games.flatMap(each => each.points ?? []))))
  const sums = new Map(
    event.standings.flatMap(({ player, total }) => {
      const row = rows.get(player)!
      return total === null ? [] : [[player, addUp(event, row, player, total - figureOf(isStrikes, row))] as const]
    }),
  )
  const worthThere = ({ residue, difference, byes, byesHere }: AddedUp): number => (byesHere + residue - difference) / byes
  /** What a bye is worth there for most of those whose games are all known. */
  const worths = new Map<number, number>()
  for (const sum of sums.values()) if (sum.byes > 0 && sum.isCertain) worths.set(worthThere(sum), (worths.get(worthThere(sum)) ?? 0) + 1)
  const [worth = Number.NaN] = [...worths].sort((a, b) => b[1] - a[1])[0] ?? []
  return ({ player }, isOther) => {
    if (!isOther) return null
    const sum = sums.get(player)!
    const { residue, games, difference, missing, isCertain, byes } = sum
    const left = residue - difference
    if (games > 0 && left === 0) return { reason: 'games', games }
    if (left > 0 && left <= missing * most) return { reason: 'missing' }
    const isWorth = Number.isInteger(worth) && worth >= 0 && worth <= most
    if (byes > 0 && isWorth && worthThere(sum) === worth) return { reason: 'byes' }
    return { reason: isCertain ? 'by-hand' : 'counting' }
  }
}

function addUp(event: ImportedEvent, row: StandingsEntry, player: number, residue: number): AddedUp {
  const isStrikes = countsStrikes(event)
  const byes = (row.games ?? []).filter(({ machineId }) => machineId === null)
  const sum: AddedUp = {
    ...{ residue, games: 0, difference: 0, missing: 0, isCertain: true },
    ...{ byes: byes.length, byesHere: byes.reduce((all, bye) => all + figureOf(isStrikes, bye), 0) },
  }
  for (const [i, round] of event.rounds.entries())
    for (const { players, games } of round.groups) {
      if (!players.includes(player)) continue
      for (const [g, { order, points }] of games.entries()) {
        const given = points?.[order!.indexOf(player)]
        const own = row.games?.find(each => each.round === i + 1 && (each.game ?? 1) === g + 1 && each.machineId !== null)
        if (order === null) sum.missing++
        if (given === undefined || own === undefined) {
          sum.isCertain = false
          continue
        }
        const here = figureOf(isStrikes, own)
        if (here === given) continue
        sum.difference += given - here
        sum.games++
      }
    }
  return sum
}
