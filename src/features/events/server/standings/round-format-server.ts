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
function roundLines({ event, machines, entrants, rounds }: ExportedEvent, column: GameColumn, getName: (id: string) => string): CsvLine[] {
  const machineNames = new Map(machines.map(({ machineId, name }) => [machineId, name]))
  const rules = formatRules(event.format, event)
  const countsPlace = (place: number, size: number): boolean => rules.rounds?.countsPlace?.({ place, size }) ?? true
  const rows = rules.standings(
    [...machineNames.keys()],
    entrants.map(({ id }) => id),
    { rounds },
  )
  const gameValues = new Map(
    rows.flatMap(({ entrantId, games = [] }) => games.map(game => [`${game.round} ${entrantId}`, column.value(game)])),
  )
  const lines = rounds.flatMap(({ groups, byes }, i) => [
    ...groups.flatMap(({ machineId, order = [], places }, group) =>
      order.map((entrantId, index): CsvLine => {
        const place = places?.[index] ?? index + 1
        return [
          i + 1,
          group + 1,
          machineNames.get(machineId) ?? '',
          countsPlace(place, order.length) ? place : '',
          getName(entrantId),
          gameValues.get(`${i + 1} ${entrantId}`) ?? '',
        ]
      }),
    ),
    ...byes.map((entrantId): CsvLine => [i + 1, '', '', '', getName(entrantId), gameValues.get(`${i + 1} ${entrantId}`) ?? '']),
  ])
  return [['round', 'group', 'machine', 'position', 'name', column.header], ...lines]
}

/** The server part of a format that is played in rounds of groups. */
export const roundFormatServer = <F>(drawGroups: (format: F) => DrawGroups, column: GameColumn): FormatServer<F> => ({
  drawGroups,
  incrementalStandings: ({ rounds }, _machineIds, entrantIds, played) =>
    new IncrementalRoundStandings(rounds!, entrantIds, played.rounds ?? []),
  csvDetail: (exported, getName) => roundLines(exported, column, getName),
})
