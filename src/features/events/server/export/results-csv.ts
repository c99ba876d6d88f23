import { stringify } from 'csv-stringify/sync'
import { withoutControls } from '../../../../platform/text/names.ts'
import type { CsvLine } from '../../formats/server/format-server.ts'
import { formatServer } from '../../formats/server/registry.ts'
import type { ExportedEvent, ExportedRow } from '../../rules/verify-export.ts'

/** Writes CSV in which no text is taken for a formula when a spreadsheet opens it (OWASP, CSV injection). */
const formatCsv = (lines: readonly CsvLine[]): string =>
  stringify(
    lines.map(line => line.map(cell => (typeof cell === 'string' ? withoutControls(cell) : cell))),
    { record_delimiter: 'windows', escape_formulas: true },
  )

/** Returns which tie-break decided a place, with the figures of the row and of its neighbour: "wins 3:2". Empty: none did. */
const tieBreakCell = ({ decidedBy }: ExportedRow): string =>
  decidedBy === undefined ? '' : `${decidedBy.by} ${decidedBy.own}:${decidedBy.other}`

/**
 * Returns an event's results as CSV (RFC 4180): the event's details, then `position,name,ifpa_number,points` with tied players sharing the
 * position, then the details of each machine or round. In events with chosen tie-breaks, the standings have a column `tie_break` more.
 */
export function resultsCsv(exported: ExportedEvent): string {
  const { event, entrants, standings } = exported
  const names = new Map(entrants.map(({ id, displayName }) => [id, displayName]))
  const ifpaNumbers = new Map(entrants.map(({ id, ifpaNumber = '' }) => [id, ifpaNumber]))
  const getName = (id: string): string => names.get(id) ?? ''
  const { format } = event
  const eventLines: CsvLine[] = [
    ['Event', event.name],
    ['Date', event.startsAt, event.endsAt],
    ['Place', event.venue],
    ['Format', format.kind],
    ['Players', entrants.length],
  ]
  const hasChosenTieBreaks = event.tieBreaks !== undefined
  const standingLines: CsvLine[] = [
    ['position', 'name', 'ifpa_number', 'points', ...(hasChosenTieBreaks ? ['tie_break'] : [])],
    ...standings.map((row): CsvLine => {
      const { rank, entrantId, points, strokes, strikes } = row
      return [
        rank,
        getName(entrantId),
        ifpaNumbers.get(entrantId) ?? '',
        strokes ?? strikes ?? points,
        ...(hasChosenTieBreaks ? [tieBreakCell(row)] : []),
      ]
    }),
  ]
  const detailLines = formatServer(format).csvDetail(exported, getName)
  return [eventLines, standingLines, detailLines].map(formatCsv).join('\r\n')
}
