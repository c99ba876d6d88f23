import { adjustedFigure } from '#events/formats/registry.ts'
import type { CsvLine } from '#events/formats/server/format-server.ts'
import { formatServer } from '#events/formats/server/registry.ts'
import type { Adjustment } from '#events/rules/adjustment.ts'
import { type StageResults, wholePlaces } from '#events/rules/stages/whole-results.ts'
import { shownPoints } from '#events/rules/standings/points.ts'
import type { TgpWarning } from '#events/rules/tgp/grade-event.ts'
import type { ExportedEvent, ExportedRow } from '#events/rules/verify-export.ts'
import { BYTE_ORDER_MARK, formatCsv } from '#platform/http/csv.ts'
import { localDate } from '#platform/ui/format/ssr-format.ts'
import { ifpaNumberKey } from '#players/rules/ifpa-number.ts'

/** Returns what decided a place: a playoff, or a tie-break with the figures of the row and of its neighbour: "wins 3:2". Empty: neither did. */
function tieBreakCell({ decidedBy, playoff }: ExportedRow): string {
  if (playoff) return 'playoff'
  return decidedBy === undefined ? '' : `${decidedBy.by} ${decidedBy.own}:${decidedBy.other}`
}

/** Returns a time as spreadsheets take it: `2026-11-20 20:00`. */
function localTime(at: string, offset: number): string {
  const local = localDate(new Date(at), offset).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 16)}`
}

/** What a director should know before the results are sent to IFPA. */
const WARNINGS: Readonly<Record<TgpWarning['kind'], string>> = {
  'needs-finals': 'This format is endorsed only with finals in which players meet.',
  byes: 'Formats with byes are graded by IFPA one by one.',
  'own-grading': 'The guide does not say how this format is graded. Ask IFPA.',
  'under-half': 'Played less than half of the games:',
  'open-games': 'Games without a result:',
  'same-ifpa-number': 'Several players have one IFPA number:',
}

/** An IFPA number as IFPA writes it, without leading zeros, for which a spreadsheet would need an apostrophe. */
const ifpaCell = (ifpaNumber: string | undefined): string => ifpaNumberKey(ifpaNumber) ?? ''

/** Returns the results as IFPA takes them: position, name and IFPA number of each player who has played. Tied players share a position. A qualifying has its finals in it. It begins with no byte order mark, because IFPA's site reads it. */
export function ifpaCsv(event: StageResults, finals: readonly StageResults[] = []): string {
  const byId = new Map(event.entrants.map(entrant => [entrant.id, entrant]))
  const lines = wholePlaces(event, finals).map(
    ({ rank, entrantId }): CsvLine => [rank, byId.get(entrantId)?.displayName ?? '', ifpaCell(byId.get(entrantId)?.ifpaNumber)],
  )
  return formatCsv([['position', 'name', 'ifpa_number'], ...lines])
}

/**
 * Returns an event's results as CSV (RFC 4180): the event's details, then `position,name,ifpa_number,points` with tied players sharing the
 * position, then the details of each machine or round, how many games each player has played, and what the director has added to totals, if
 * anything. In events with chosen tie-breaks or a playoff the standings have a column `tie_break` more.
 */
export function resultsCsv(exported: ExportedEvent): string {
  const { event, entrants, standings, ifpa, adjustments = [] } = exported
  const names = new Map(entrants.map(({ id, displayName }) => [id, displayName]))
  const ifpaNumbers = new Map(entrants.map(({ id, ifpaNumber }) => [id, ifpaCell(ifpaNumber)]))
  const getName = (id: string): string => names.get(id) ?? ''
  const { format } = event
  const { csvTotal, csvDetail } = formatServer(format)
  const eventLines: CsvLine[] = [
    ['Event', event.name],
    ['Date', localTime(event.startsAt, event.startsOffset), localTime(event.endsAt, event.endsOffset)],
    ['Time zone', event.timeZone],
    ['Place', event.venue],
    ['Format', format.kind],
    ['Players', entrants.length],
    ['TGP', ifpa!.percent === null ? '' : `${ifpa!.percent}%`, ifpa!.rules],
    ...(ifpa!.promised === undefined
      ? []
      : [['TGP by IFPA’s table of 2016, which is not sent', `${ifpa!.promised.percent}%`, ifpa!.promised.games] satisfies CsvLine]),
    ...ifpa!.warnings.map(
      (warning): CsvLine => [
        'IFPA',
        WARNINGS[warning.kind],
        ...('names' in warning ? warning.names : 'games' in warning ? [warning.games] : []),
      ],
    ),
  ]
  const hasTieBreaks = event.tieBreaks !== undefined || standings.some(({ playoff }) => playoff)
  const standingLines: CsvLine[] = [
    ['position', 'name', 'ifpa_number', 'points', ...(hasTieBreaks ? ['tie_break'] : [])],
    ...standings.map((row): CsvLine => {
      const { rank, entrantId, points } = row
      return [
        rank,
        getName(entrantId),
        ifpaNumbers.get(entrantId) ?? '',
        csvTotal?.(row) ?? points,
        ...(hasTieBreaks ? [tieBreakCell(row)] : []),
      ]
    }),
  ]
  const detailLines = csvDetail(exported, getName)
  const gameLines: CsvLine[] = [['name', 'games'], ...ifpa!.played.map(({ entrantId, games }): CsvLine => [getName(entrantId), games])]
  const amountOf = ({ amount }: Adjustment): number => (adjustedFigure(format.kind) === 'point' ? shownPoints(amount) : amount)
  const adjustmentLines = adjustments.map((each): CsvLine => [getName(each.entrantId), amountOf(each), each.reason])
  const parts = [eventLines, standingLines, detailLines, gameLines]
  if (adjustments.length > 0) parts.push([['name', 'adjustment', 'reason'], ...adjustmentLines])
  return BYTE_ORDER_MARK + parts.map(formatCsv).join('\r\n')
}
