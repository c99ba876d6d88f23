import { stringify } from 'csv-stringify/sync'
import { withoutControls } from '../../../platform/text/names.ts'
import { isRoundFormat, type RoundFormat, type ScoreFormat } from '../rules/format.ts'
import { shownPoints } from '../rules/points.ts'
import { roundStandings } from '../rules/round-standings.ts'
import { scoreStandings } from '../rules/score-standings.ts'
import type { ExportedEvent } from '../rules/verify-export.ts'

type Line = readonly (string | number)[]

/** Writes CSV in which no text is taken for a formula when a spreadsheet opens it (OWASP, CSV injection). */
const written = (lines: readonly Line[]): string =>
  stringify(
    lines.map(line => line.map(cell => (typeof cell === 'string' ? withoutControls(cell) : cell))),
    { record_delimiter: 'windows', escape_formulas: true },
  )

/**
 * Returns an event's results as CSV (RFC 4180): the event's details, then `position,name,ifpa_number,points` with tied players sharing the
 * position, then the details of each machine or round.
 */
export function resultsCsv(exported: ExportedEvent): string {
  const { event, entrants, standings } = exported
  const names = new Map(entrants.map(({ id, displayName }) => [id, displayName]))
  const ifpaNumbers = new Map(entrants.map(({ id, ifpaNumber = '' }) => [id, ifpaNumber]))
  const nameOf = (id: string): string => names.get(id) ?? ''
  const { format } = event
  const head: Line[] = [
    ['Event', event.name],
    ['Date', event.startsAt, event.endsAt],
    ['Place', event.venue],
    ['Format', format.kind],
    ['Players', entrants.length],
  ]
  const results: Line[] = [
    ['position', 'name', 'ifpa_number', 'points'],
    ...standings.map(
      ({ rank, entrantId, points, strokes, strikes }): Line => [
        rank,
        nameOf(entrantId),
        ifpaNumbers.get(entrantId) ?? '',
        strokes ?? strikes ?? points,
      ],
    ),
  ]
  const detail = isRoundFormat(format) ? roundLines(exported, format, nameOf) : machineLines(exported, format, nameOf)
  return [head, results, detail].map(written).join('\r\n')
}

function machineLines({ machines, entrants, attempts, voids }: ExportedEvent, format: ScoreFormat, nameOf: (id: string) => string): Line[] {
  const machineIds = machines.map(({ machineId }) => machineId)
  const ids = entrants.map(({ id }) => id)
  const rows = scoreStandings({ format, machineIds, windows: voids }, ids, attempts)
  const lines = machines.flatMap(({ machineId, name }) =>
    rows
      .flatMap(({ entrantId, machines: played }) =>
        played.filter(each => each.machineId === machineId).map(each => ({ entrantId, ...each })),
      )
      .sort((a, b) => a.rank - b.rank)
      .map(
        ({ entrantId, rank, value, strokes, points }): Line => [name, rank, nameOf(entrantId), value, strokes ?? '', shownPoints(points)],
      ),
  )
  return [['machine', 'position', 'name', 'score', 'strokes', 'points'], ...lines]
}

function roundLines({ machines, entrants, rounds }: ExportedEvent, format: RoundFormat, nameOf: (id: string) => string): Line[] {
  const machineNames = new Map(machines.map(({ machineId, name }) => [machineId, name]))
  const rows = roundStandings(
    format,
    entrants.map(({ id }) => id),
    rounds,
  )
  const worth = new Map(
    rows.flatMap(({ entrantId, games }) => games.map(game => [`${game.round} ${entrantId}`, game.strikes ?? shownPoints(game.points)])),
  )
  const lines = rounds.flatMap(({ groups, byes }, i) => [
    ...groups.flatMap(({ machineId, order = [] }, group) =>
      order.map(
        (entrantId, place): Line => [
          i + 1,
          group + 1,
          machineNames.get(machineId) ?? '',
          place + 1,
          nameOf(entrantId),
          worth.get(`${i + 1} ${entrantId}`) ?? '',
        ],
      ),
    ),
    ...byes.map((entrantId): Line => [i + 1, '', '', '', nameOf(entrantId), worth.get(`${i + 1} ${entrantId}`) ?? '']),
  ])
  return [['round', 'group', 'machine', 'position', 'name', format.kind === 'strikes' ? 'strikes' : 'points'], ...lines]
}
