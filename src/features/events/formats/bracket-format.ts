import type { BracketRules } from '../rules/bracket/bracket-rules.ts'
import { bracketStandings } from '../rules/bracket/bracket-standings.ts'
import type { RoundRules } from '../rules/format-rules.ts'
import { applyPlayoffs } from '../rules/standings/playoffs.ts'
import type { CountGames, FormatRules } from './event-format.ts'

/** Makes the rules of a format in which the results alone say who plays whom next. */
export function bracketFormat(
  bracket: BracketRules,
  own: Pick<RoundRules, 'gameFigures' | 'mayShare' | 'largestGroup'>,
  countGames?: CountGames,
): FormatRules {
  return {
    scores: null,
    rounds: {
      ...own,
      rounds: null,
      tieBreaks: ['places'],
      byeOpponent: 'none',
      isOut: () => false,
      rankKey: ({ points }) => ({ sortValue: points, places: [] }),
      figures: ({ points }) => ({ points }),
    },
    bracket,
    endsByClock: false,
    ...(countGames === undefined ? {} : { countGames }),
    machinesProblem: () => null,
    standings: (_machineIds, entrantIds, { rounds = [], playoffs = [] }) =>
      applyPlayoffs(bracketStandings(bracket, own, entrantIds, rounds), playoffs),
  }
}
