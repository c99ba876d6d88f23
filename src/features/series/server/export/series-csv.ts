import { shownPoints } from '#events/rules/standings/points.ts'
import { BYTE_ORDER_MARK, type CsvCell, formatCsv } from '#platform/http/csv.ts'
import { toLocalInput } from '#platform/ui/time/zoned-time.ts'
import { ifpaNumberKey } from '#players/rules/ifpa-number.ts'
import { attendancePoints } from '#series/rules/series-standings.ts'
import { explainRow } from '../documents.ts'
import { type CurrentNight, type CurrentSeries, entrantOfRow } from '../standings/current-series.ts'

const dayOf = ({ source: { event } }: CurrentNight): string => toLocalInput(new Date(event.startsAt), event.timeZone).slice(0, 10)

/**
 * Returns a season's standings as CSV (RFC 4180): what it is and its nights, then `position,name,ifpa_number,points,nights` with what each
 * night was worth, then each night of each player with what became of it. Tied players share the position.
 */
export function seriesCsv(current: CurrentSeries): string {
  const { series, nights, rows } = current
  const attendance = attendancePoints(series)
  const explained = rows.map(row => {
    const entrant = entrantOfRow(current, row)
    const ifpa = ifpaNumberKey(entrant?.ifpaNumber ?? undefined) ?? ''
    return { row, name: entrant?.displayName ?? '', ifpa, nights: explainRow(current, row) }
  })
  const head: CsvCell[][] = [
    ['Season', series.name],
    ['Points', series.points.kind],
    ...(series.counts === null ? [] : [['Nights that count', series.counts]]),
    ...(series.drop === 0 ? [] : [['Nights dropped', series.drop]]),
    ...(attendance === 0 ? [] : [['Points for a night played', series.attendance]]),
    ['Players', rows.length],
  ]
  const nightLines: CsvCell[][] = [
    ['night', 'event', 'date', 'players'],
    ...nights.map((night, i) => [i + 1, night.source.event.name, dayOf(night), night.played.size]),
  ]
  const standings: CsvCell[][] = [
    ['position', 'name', 'ifpa_number', 'points', 'nights', ...nights.map((_, i) => `night ${i + 1}`)],
    ...explained.map(({ row, name, ifpa, nights: own }) => [
      row.rank,
      name,
      ifpa,
      shownPoints(row.total),
      row.nights.length,
      ...own.map(({ played }) => (played === null ? '' : shownPoints(played.points))),
    ]),
  ]
  const details: CsvCell[][] = [
    ['name', 'night', 'position', 'points', 'attendance', 'outcome'],
    ...explained.flatMap(({ name, nights: own }) =>
      own.map(({ number, played, outcome }): CsvCell[] =>
        played === null
          ? [name, number, '', '', '', outcome]
          : [name, number, played.rank, shownPoints(played.points), shownPoints(attendance), outcome],
      ),
    ),
  ]
  return BYTE_ORDER_MARK + [head, nightLines, standings, details].map(formatCsv).join('\r\n')
}
