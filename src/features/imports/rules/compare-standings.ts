import { adjustedFigure } from '#events/formats/registry.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import type { ImportedEvent } from './imported-event.ts'

/**
 * Why a place or a total is another one here. `games`: the source gave other points or strikes for a place in some games; `byes`: it counts
 * byes otherwise; `by-hand`: its total is not the sum of its games, so somebody has entered it; `ties`: totals are the same, and it breaks
 * ties otherwise; `others`: totals are the same, and those of others are not.
 */
export const DIFFERENCE_REASONS = ['games', 'byes', 'by-hand', 'ties', 'others'] as const
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

/** True if totals are strikes, and not points. */
export const countsStrikes = ({ format }: Pick<ImportedEvent, 'format'>): boolean => adjustedFigure(format.kind) === 'strike'

/** Returns the figure of a game or of a total that a format adds up: strikes in a knockout, otherwise points. */
const figureOf = (isStrikes: boolean, { points, strikes }: { points: number; strikes?: number | undefined }): number =>
  isStrikes ? (strikes ?? 0) : points

/**
 * Compares the standings that this site computes with those of the source, and says of every difference where it comes from.
 * @param rows computed here; `entrantId` is the player's place in the list of players, as a text
 */
export function compareStandings(event: ImportedEvent, rows: readonly StandingsEntry[]): StandingsDifference[] {
  const isStrikes = countsStrikes(event)
  const byPlayer = new Map(rows.map(row => [Number(row.entrantId), row]))
  const isOther = ({ player, total }: ImportedEvent['standings'][number]): boolean =>
    total !== null && !event.placesOnly && total !== figureOf(isStrikes, byPlayer.get(player)!)
  const anyOther = event.standings.some(isOther)
  return event.standings.flatMap(there => {
    const row = byPlayer.get(there.player)!
    const hasOtherTotal = isOther(there)
    if (row.rank === there.place && !hasOtherTotal) return []
    const total = figureOf(isStrikes, row)
    const why = hasOtherTotal
      ? whyTotal(event, row, there.player, total, there.total!)
      : { reason: anyOther && hasSameTotals(event, there.player) !== true ? ('others' as const) : ('ties' as const) }
    return [
      {
        player: event.players[there.player]!.name,
        place: row.rank,
        placeThere: there.place,
        total,
        totalThere: event.placesOnly ? null : there.total,
        ...why,
      },
    ]
  })
}

/** True if another player has the same total at the source, so that a tie was broken. */
function hasSameTotals({ standings }: ImportedEvent, player: number): boolean {
  const own = standings.find(row => row.player === player)?.total ?? null
  return own !== null && standings.some(row => row.player !== player && row.total === own)
}

function whyTotal(
  event: ImportedEvent,
  row: StandingsEntry,
  player: number,
  total: number,
  totalThere: number,
): Pick<StandingsDifference, 'reason' | 'games'> {
  const isStrikes = countsStrikes(event)
  let difference = 0
  let games = 0
  for (const [i, round] of event.rounds.entries())
    for (const { players, games: ofGroup } of round.groups) {
      if (!players.includes(player)) continue
      for (const [g, { order, points }] of ofGroup.entries()) {
        const given = points?.[order!.indexOf(player)]
        const own = row.games?.find(each => each.round === i + 1 && (each.game ?? 1) === g + 1 && each.machineId !== null)
        if (given === undefined || own === undefined) continue
        const here = figureOf(isStrikes, own)
        if (here === given) continue
        difference += given - here
        games++
      }
    }
  if (games > 0 && total + difference === totalThere) return { reason: 'games', games }
  const hasBye = event.rounds.some(({ byes }) => byes.includes(player))
  return hasBye ? { reason: 'byes' } : { reason: 'by-hand' }
}
