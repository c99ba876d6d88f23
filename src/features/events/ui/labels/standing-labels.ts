import type { StandingsDoc } from '#events/contract/documents.ts'
import type { ChosenOptions, EventFormat } from '#events/formats/registry.ts'
import type { LabelledFigure, StandingsFigures } from '#events/formats/ui/format-labels.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'
import * as m from '#messages'
import { nthPlace, times } from './number-labels.ts'
import { decisionLabel } from './tie-break-labels.ts'
import { playoffRows } from './tied-rows.ts'

export type LabelledStanding = StandingsDoc & { _id: string }

/** Returns the figure at the end of a row, and its unit. */
export const formatFigure = (format: EventFormat, row: StandingsFigures): LabelledFigure => formatLabels(format).figure(row)

/** Returns the unit of all figures of a format, for the head of their column. It is the plural, also in languages with several. */
export const columnUnit = (format: EventFormat): string => formatFigure(format, { machines: [], points: 10, strokes: 10, strikes: 10 }).unit

/** Returns what a row has played so far. @param machines how many machines there are to play */
export const progressLabel = (format: EventFormat, row: LabelledStanding, machines: number): string =>
  formatLabels(format).progress(row, machines)

/** Returns how a total adds up, in one sentence; null: there is nothing to add up. @param machines how many machines count */
export const totalLabel = (format: EventFormat, row: StandingsFigures, machines: number): string | null =>
  formatLabels(format).total?.(format, row, machines) ?? null

function sharedRankLabel(others: readonly LabelledStanding[]): string | null {
  const [first] = others
  if (first === undefined) return null
  if (others.length > 1) return times(others.length, m.events_tie_shared)
  return m.events_tie_shared_one({ name: first.displayName })
}

/**
 * Explains a row's place among rows with the same total; null: the total alone decides.
 * @param rows the standings, best first
 * @param chosen what the event's director chose
 */
export function tieLabel(
  format: EventFormat,
  row: LabelledStanding,
  rows: readonly LabelledStanding[],
  { tieBreaks }: ChosenOptions = {},
): string | null {
  const playoff = playoffLabel(row, rows, tieBreaks !== undefined)
  if (playoff !== null) return playoff
  const { tie } = formatLabels(format)
  if (tie !== undefined) return tie(row, rows)
  const sharing = rows.filter(each => each.rank === row.rank && each._id !== row._id)
  const decided = tieBreakLabel(format, row, rows)
  return [decided, sharedRankLabel(sharing)].filter(each => each !== null).join(' ') || null
}

/** Says that a playoff decided a row's place; null: none did. */
function playoffLabel(row: LabelledStanding, rows: readonly LabelledStanding[], hasChosen: boolean): string | null {
  if (row.playoff === undefined) return null
  const above = playoffRows(row, rows, hasChosen).findLast(each => each.rank < row.rank)
  return above === undefined ? m.events_playoff_won() : m.events_playoff_decided({ name: above.displayName })
}

function tieBreakLabel(format: EventFormat, row: LabelledStanding, rows: readonly LabelledStanding[]): string | null {
  if (row.tieBreak === undefined && row.decidedBy === undefined) return null
  const { isTied } = formatLabels(format)
  const onlyPlaces = isTied === undefined
  const hasSameTotal = (other: LabelledStanding): boolean => onlyPlaces || isTied(other, row)
  const above = rows.findLast(each => each.rank < row.rank && hasSameTotal(each))
  if (row.decidedBy !== undefined) {
    const neighbour = above ?? rows.find(each => each.rank > row.rank && hasSameTotal(each))
    const named = neighbour === undefined ? null : { name: neighbour.displayName, above: above !== undefined }
    return decisionLabel(row.decidedBy, row.tieBreak, named)
  }
  const nth = nthPlace(row.tieBreak!)
  if (above !== undefined) return (onlyPlaces ? m.events_tie_behind : m.events_tie_behind_even)({ name: above.displayName, ...nth })
  const below = rows.find(each => each.rank > row.rank && hasSameTotal(each))
  if (below === undefined) return m.events_tie_others(nth)
  return (onlyPlaces ? m.events_tie_ahead : m.events_tie_ahead_even)({ name: below.displayName, ...nth })
}
