import { formatRules } from '#events/formats/registry.ts'
import type { CsvLine, FormatServer } from '#events/formats/server/format-server.ts'
import type { DrawGroups } from '#events/rules/draw/pairing.ts'
import { gamesOfGroups } from '#events/rules/rounds.ts'
import type { GameResult } from '#events/rules/standings/standings-entry.ts'
import type { ExportedEvent } from '#events/rules/verify-export.ts'

/** The last column of a results file: what a game was worth. */
export interface GameColumn {
  header: string
  value(game: GameResult): number
}

/**
 * One line for each player's game in each round, then the byes. A game without a result has no positions. Where groups play several games, a
 * column says which one.
 */
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
    rows.flatMap(({ entrantId, games = [] }) =>
      games.map(({ round, game = 1, ...figures }) => [`${round} ${game} ${entrantId}`, column.value({ round, ...figures })]),
    ),
  )
  const hasGames = rounds.some(({ gamesPerGroup = 1 }) => gamesPerGroup > 1)
  const inGame = (game: number): CsvLine => (hasGames ? [game] : [])
  const lines = rounds.flatMap(({ groups, byes, gamesPerGroup = 1 }, i) => [
    ...gamesOfGroups({ groups }).flatMap((games, group) =>
      games.flatMap(({ game = 1, machineId, entrantIds, order, places }) =>
        (order ?? entrantIds).map((entrantId, index): CsvLine => {
          const place = places?.[index] ?? index + 1
          return [
            i + 1,
            group + 1,
            ...inGame(game),
            machineNames.get(machineId) ?? '',
            order !== undefined && countsPlace(place, order.length) ? place : '',
            getName(entrantId),
            gameValues.get(`${i + 1} ${game} ${entrantId}`) ?? '',
          ]
        }),
      ),
    ),
    ...byes.flatMap(entrantId =>
      Array.from({ length: gamesPerGroup }, (_, game): CsvLine => {
        const worth = gameValues.get(`${i + 1} ${game + 1} ${entrantId}`) ?? ''
        return [i + 1, '', ...inGame(game + 1), '', '', getName(entrantId), worth]
      }),
    ),
  ])
  return [['round', 'group', ...(hasGames ? ['game'] : []), 'machine', 'position', 'name', column.header], ...lines]
}

/** The server part of a format whose rounds follow from the results. */
export const drawnOnceFormatServer = <F>(column: GameColumn): FormatServer<F> => ({
  csvDetail: (exported, getName) => roundLines(exported, column, getName),
})

/** The server part of a format that is played in rounds of groups. */
export const roundFormatServer = <F>(drawGroups: (format: F) => DrawGroups, column: GameColumn): FormatServer<F> => ({
  drawGroups,
  csvDetail: (exported, getName) => roundLines(exported, column, getName),
})
