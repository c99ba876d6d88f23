import { formatRules } from '../../formats/registry.ts'
import type { CsvLine, FormatServer } from '../../formats/server/format-server.ts'
import type { DrawGroups } from '../../rules/draw/pairing.ts'
import type { GameResult } from '../../rules/standings/standings-entry.ts'
import type { ExportedEvent } from '../../rules/verify-export.ts'
import { IncrementalRoundStandings } from './incremental-round-standings.ts'

/** The last column of a results file: what a game was worth. */
export interface GameColumn {
  header: string
  value(game: GameResult): number
}

/** One line for each player's game in each round, then the byes. */
function roundLines({ event, machines, entrants, rounds }: ExportedEvent, column: GameColumn, nameOf: (id: string) => string): CsvLine[] {
  const machineNames = new Map(machines.map(({ machineId, name }) => [machineId, name]))
  const rows = formatRules(event.format).standings(
    [...machineNames.keys()],
    entrants.map(({ id }) => id),
    { rounds },
  )
  const worth = new Map(rows.flatMap(({ entrantId, games = [] }) => games.map(game => [`${game.round} ${entrantId}`, column.value(game)])))
  const lines = rounds.flatMap(({ groups, byes }, i) => [
    ...groups.flatMap(({ machineId, order = [] }, group) =>
      order.map(
        (entrantId, place): CsvLine => [
          i + 1,
          group + 1,
          machineNames.get(machineId) ?? '',
          place + 1,
          nameOf(entrantId),
          worth.get(`${i + 1} ${entrantId}`) ?? '',
        ],
      ),
    ),
    ...byes.map((entrantId): CsvLine => [i + 1, '', '', '', nameOf(entrantId), worth.get(`${i + 1} ${entrantId}`) ?? '']),
  ])
  return [['round', 'group', 'machine', 'position', 'name', column.header], ...lines]
}

/** The server part of a format that is played in rounds of groups. */
export const roundFormatServer = <F>(drawGroups: (format: F) => DrawGroups, column: GameColumn): FormatServer<F> => ({
  drawGroups,
  incrementalStandings: ({ rounds }, _machineIds, entrantIds, played) =>
    new IncrementalRoundStandings(rounds!, entrantIds, played.rounds ?? []),
  csvDetail: (exported, nameOf) => roundLines(exported, column, nameOf),
})
