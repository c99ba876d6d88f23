import { formatRules } from '#events/formats/registry.ts'
import type { CsvLine, FormatServer } from '#events/formats/server/format-server.ts'
import { shownPoints } from '#events/rules/standings/points.ts'
import type { ExportedEvent } from '#events/rules/verify-export.ts'

/** One line for each entrant's best score on each machine. */
function machineLines({ event, machines, entrants, attempts, voids }: ExportedEvent, getName: (id: string) => string): CsvLine[] {
  const rows = formatRules(event.format).standings(
    machines.map(({ machineId }) => machineId),
    entrants.map(({ id }) => id),
    { attempts, windows: voids },
  )
  const lines = machines.flatMap(({ machineId, name }) =>
    rows
      .flatMap(({ entrantId, machines: played }) =>
        played.filter(each => each.machineId === machineId).map(each => ({ entrantId, ...each })),
      )
      .sort((a, b) => a.rank - b.rank)
      .map(
        ({ entrantId, rank, value, strokes, points }): CsvLine => [
          name,
          rank,
          getName(entrantId),
          value ?? '',
          strokes ?? '',
          shownPoints(points),
        ],
      ),
  )
  return [['machine', 'position', 'name', 'score', 'strokes', 'points'], ...lines]
}

/** The server part of formats whose standings follow from scores. */
export const scoreFormatServer: FormatServer = { csvDetail: machineLines }
