import * as m from '#messages'
import { spokenLocale } from '../../../../platform/ui/format/locale.ts'
import { ordinal } from '../../../../platform/ui/format/ssr-format.ts'
import type { StandingsDoc } from '../../contract/documents.ts'
import type { EventFormat } from '../../rules/format.ts'
import { worstStrokes } from '../../rules/strokes.ts'
import { commas } from './list-labels.ts'

export type LabelledStanding = StandingsDoc & { _id: string }

/** Formats a number with its decimals in the page's language; points sometimes have decimals. */
export const decimal = (value: number): string => (spokenLocale() === 'de' ? String(value).replace('.', ',') : String(value))

/** "1 machine", "2.5 points". */
export const times = (count: number, words: (inputs: { count: number; n: string }) => string): string => words({ count, n: decimal(count) })

/** Returns the inputs of messages about a place: depending on the language they use "1st" or "place 1". */
export const nthPlace = (place: number): { nth: string; place: number } => ({ nth: ordinal(place), place })

export const placeLabel = (place: number): string => m.events_place(nthPlace(place))

const countOf = (row: Pick<LabelledStanding, 'machines'>, rank: number): number => row.machines.filter(each => each.rank === rank).length

/** Returns the figure at the end of a row, and its unit. */
export function formatFigure(
  format: EventFormat,
  row: Pick<LabelledStanding, 'machines' | 'points' | 'strokes' | 'strikes'>,
): { value: string; unit: string } {
  switch (format.kind) {
    case 'best-game':
    case 'match-play':
      return { value: decimal(row.points), unit: m.events_unit_points({ count: row.points }) }
    case 'pin-golf':
      return { value: String(row.strokes ?? 0), unit: m.events_unit_strokes({ count: row.strokes ?? 0 }) }
    case 'strikes':
      return { value: String(row.strikes ?? 0), unit: m.events_unit_strikes({ count: row.strikes ?? 0 }) }
    case 'high-score':
      return { value: [1, 2, 3].map(rank => countOf(row, rank)).join('-'), unit: m.events_unit_places() }
  }
}

/** Returns what a row has played so far, as a short text under the name. @param machines how many machines there are to play */
export function progressLabel(format: EventFormat, row: LabelledStanding, machines: number): string {
  const played = row.machines.length
  if (format.kind === 'match-play') return times(row.games?.length ?? 0, m.events_count_rounds)
  if (format.kind === 'strikes')
    return row.outIn === undefined ? times(row.games?.length ?? 0, m.events_progress_in) : m.events_progress_out({ round: row.outIn })
  return played === 0 ? m.events_progress_none() : m.events_progress_machines({ count: machines, n: machines, played })
}

const sumOf = (parts: readonly number[]): string => parts.map(decimal).join(' + ')

/**
 * Returns a sentence that explains how the total adds up; null: nothing to add up.
 * @param machines how many machines count in the format
 */
export function totalLabel(
  format: EventFormat,
  row: Pick<LabelledStanding, 'machines' | 'points' | 'strokes'>,
  machines: number,
): string | null {
  const { machines: played } = row
  if (played.length === 0) return null
  switch (format.kind) {
    case 'best-game': {
      const counted = played.filter(each => each.counted).map(each => each.points)
      const sum = sumOf(counted.sort((a, b) => b - a))
      const [n, total] = [counted.length, decimal(row.points)]
      if (n === played.length) return n === 1 ? m.events_total_one({ sum }) : m.events_total_all({ count: n, n, sum, total })
      return n === 1
        ? m.events_total_best_one({ sum, played: played.length })
        : m.events_total_best({ sum, total, n, played: played.length })
    }
    case 'pin-golf': {
      const missing = machines - played.length
      const sum = sumOf(played.map(each => each.strokes ?? 0))
      const n = row.strokes ?? 0
      return missing === 0
        ? m.events_total_golf({ count: n, n, sum })
        : m.events_total_golf_missing({ count: n, n, sum, missing, worst: worstStrokes(format) })
    }
    case 'high-score': {
      const places = [1, 2, 3].flatMap(rank => {
        const count = countOf(row, rank)
        return count === 0 ? [] : [m.events_total_places({ count, n: count, ...nthPlace(rank) })]
      })
      return places.length === 0 ? m.events_total_no_place() : `${commas(places)}.`
    }
    default:
      return null
  }
}

/** True if two rows have the same total, so that places break the tie. */
function isEven(format: EventFormat, a: LabelledStanding, b: LabelledStanding): boolean {
  if (format.kind === 'high-score') return true
  if (format.kind === 'pin-golf') return a.strokes === b.strokes
  if (format.kind === 'strikes') return a.outIn === b.outIn && (a.outIn !== undefined || a.strikes === b.strikes)
  return a.points === b.points
}

function sharedWords(others: readonly LabelledStanding[]): string | null {
  const [first] = others
  if (first === undefined) return null
  return others.length === 1 ? m.events_tie_shared_one({ name: first.displayName }) : times(others.length, m.events_tie_shared)
}

/** Explains a row's place among rows with the same total; null: the total alone decides. @param rows the standings, best first */
export function tieLabel(format: EventFormat, row: LabelledStanding, rows: readonly LabelledStanding[]): string | null {
  const sharing = rows.filter(each => each.rank === row.rank && each._id !== row._id)
  const decided = decidedWords(format, row, rows)
  return [decided, sharedWords(sharing)].filter(each => each !== null).join(' ') || null
}

function decidedWords(format: EventFormat, row: LabelledStanding, rows: readonly LabelledStanding[]): string | null {
  if (row.tieBreak === undefined) return null
  const nth = nthPlace(row.tieBreak)
  const onlyPlaces = format.kind === 'high-score'
  const above = rows.findLast(each => each.rank < row.rank && isEven(format, each, row))
  if (above !== undefined) return (onlyPlaces ? m.events_tie_behind : m.events_tie_behind_even)({ name: above.displayName, ...nth })
  const below = rows.find(each => each.rank > row.rank && isEven(format, each, row))
  if (below === undefined) return m.events_tie_others(nth)
  return (onlyPlaces ? m.events_tie_ahead : m.events_tie_ahead_even)({ name: below.displayName, ...nth })
}
