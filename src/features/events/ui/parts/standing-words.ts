import { ordinal } from '../../../../platform/ui/plain-format.ts'
import type { StandingsDoc } from '../../contract/documents.ts'
import type { EventFormat } from '../../rules/format.ts'
import { worstStrokes } from '../../rules/strokes.ts'

export type Standing = StandingsDoc & { _id: string }

export const times = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

const countOf = (row: Pick<Standing, 'machines'>, rank: number): number => row.machines.filter(each => each.rank === rank).length

/** What a row has to show: the figure that stands at its end, and what it is. */
export function figureOf(
  format: EventFormat,
  row: Pick<Standing, 'machines' | 'points' | 'strokes' | 'strikes'>,
): { value: string; unit: string } {
  switch (format.kind) {
    case 'best-game':
    case 'match-play':
      return { value: String(row.points), unit: row.points === 1 ? 'point' : 'points' }
    case 'pin-golf':
      return { value: String(row.strokes ?? 0), unit: row.strokes === 1 ? 'stroke' : 'strokes' }
    case 'strikes':
      return { value: String(row.strikes ?? 0), unit: row.strikes === 1 ? 'strike' : 'strikes' }
    case 'high-score':
      return { value: [1, 2, 3].map(rank => countOf(row, rank)).join('-'), unit: '1st-2nd-3rd' }
  }
}

/** What a row has done so far, in a few words under its name. @param machines how many there are to be played */
export function progressOf(format: EventFormat, row: Standing, machines: number): string {
  if (format.kind === 'match-play') return times(row.games?.length ?? 0, 'round')
  if (format.kind === 'strikes')
    return row.outIn === undefined ? `in, ${times(row.games?.length ?? 0, 'round')}` : `out in round ${row.outIn}`
  return row.machines.length === 0 ? 'not played yet' : `${row.machines.length} of ${times(machines, 'machine')}`
}

/** How a total comes about, in a sentence; null: there is nothing to add up. @param machines how many the format knows */
export function totalWords(format: EventFormat, row: Pick<Standing, 'machines' | 'points' | 'strokes'>, machines: number): string | null {
  const { machines: played } = row
  if (played.length === 0) return null
  switch (format.kind) {
    case 'best-game': {
      const counted = played.filter(each => each.counted).map(each => each.points)
      const sum = counted.sort((a, b) => b - a).join(' + ')
      const all =
        counted.length === played.length ? times(counted.length, 'machine') : `the best ${counted.length} of ${played.length} machines`
      return counted.length === 1 ? `${sum} from ${all}.` : `${sum} = ${row.points}, from ${all}.`
    }
    case 'pin-golf': {
      const missing = machines - played.length
      const sum = played.map(each => each.strokes ?? 0).join(' + ')
      const rest = missing === 0 ? '' : ` + ${missing} × ${worstStrokes(format)} for what is not played yet`
      return `${sum}${rest} = ${times(row.strokes ?? 0, 'stroke')}.`
    }
    case 'high-score': {
      const places = [1, 2, 3].flatMap(rank => {
        const count = countOf(row, rank)
        return count === 0 ? [] : [times(count, `${ordinal(rank)} place`)]
      })
      return places.length === 0 ? 'No place among the first three yet.' : `${places.join(', ')}.`
    }
    default:
      return null
  }
}

/** Whether two rows have the same total, so that places decide between them. */
function isEven(format: EventFormat, a: Standing, b: Standing): boolean {
  if (format.kind === 'high-score') return true
  if (format.kind === 'pin-golf') return a.strokes === b.strokes
  if (format.kind === 'strikes') return a.outIn === b.outIn && (a.outIn !== undefined || a.strikes === b.strikes)
  return a.points === b.points
}

const withOthers = (others: readonly Standing[]): string =>
  others.length === 1 ? others[0]!.displayName : times(others.length, 'other player')

/** Why a row stands where it does among those with the same total; null: its total says it all. @param rows the standings, best first */
export function tieWords(format: EventFormat, row: Standing, rows: readonly Standing[]): string | null {
  const sharing = rows.filter(each => each.rank === row.rank && each._id !== row._id)
  const shared = sharing.length === 0 ? null : `Shares the place with ${withOthers(sharing)}: not even places tell them apart.`
  const decided = decidedWords(format, row, rows)
  return [decided, shared].filter(each => each !== null).join(' ') || null
}

function decidedWords(format: EventFormat, row: Standing, rows: readonly Standing[]): string | null {
  if (row.tieBreak === undefined) return null
  const places = `${ordinal(row.tieBreak)} places`
  const total = format.kind === 'high-score' ? null : 'The same total as'
  const above = rows.findLast(each => each.rank < row.rank && isEven(format, each, row))
  if (above !== undefined) return `${total ?? 'Behind'} ${above.displayName}, who has more ${places}.`
  const below = rows.find(each => each.rank > row.rank && isEven(format, each, row))
  if (below === undefined) return `Others have the same total: the number of ${places} decides.`
  return total === null ? `Ahead of ${below.displayName} by more ${places}.` : `${total} ${below.displayName}, but more ${places}.`
}
