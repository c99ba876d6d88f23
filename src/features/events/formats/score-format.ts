import { fieldRule } from '#platform/text/field-rules.ts'
import type { ScoreRules } from '../rules/format-rules.ts'
import { applyPlayoffs } from '../rules/standings/playoffs.ts'
import { scoreStandings } from '../rules/standings/score-standings.ts'
import { countUpTo } from '../rules/standings/sorted-list.ts'
import { bestGameGames } from '../rules/tgp/meaningful-games.ts'
import type { FormatRules } from './event-format.ts'

export const pinGolfOnly = fieldRule('pin-golf-only', 'belongs to pin-golf events only')

/** What score formats have in common: the higher score on a machine is better, and every machine of the event counts. */
const HIGHER_IS_BETTER: ScoreRules = {
  attemptLimit: null,
  countedMachines: Number.POSITIVE_INFINITY,
  machineIds: all => [...all],
  sortValue: ({ value = null }) => value,
  machineFigures: () => ({ points: 0 }),
  total: () => 0,
  totalFigures: () => ({ points: 0 }),
  // Only a rank on a machine matters, and it changes where another entrant's score is reached or passed.
  sortValuesToTry(own, sortValues) {
    const most = Number.MAX_SAFE_INTEGER
    const least = Math.min(most, own === undefined ? 1 : own + 1)
    const first = countUpTo(sortValues, least - 1)
    return {
      count: 1 + 2 * (sortValues.length - first),
      sortValue: i => (i === 0 ? least : Math.min(most, sortValues[first + ((i - 1) >> 1)]! + ((i - 1) & 1))),
    }
  },
  hole: () => null,
  strokesProblem: () => pinGolfOnly,
}

/** Makes the rules of a format whose standings follow from scores. @param own what differs from `HIGHER_IS_BETTER` */
export function scoreFormat(own: Partial<ScoreRules>, machinesProblem: FormatRules['machinesProblem'] = () => null): FormatRules {
  const scores: ScoreRules = { ...HIGHER_IS_BETTER, ...own }
  return {
    scores,
    rounds: null,
    // Each counted machine is one game. Where attempts are not limited, the hours of play add to it.
    countGames: ({ machineIds, hours }) => {
      const counted = Math.min(scores.machineIds(machineIds).length, scores.countedMachines)
      return { games: bestGameGames(counted), hours: scores.attemptLimit === null ? hours : 0, needsFinals: true, expected: counted }
    },
    endsByClock: true,
    machinesProblem,
    standings: (machineIds, entrantIds, { attempts = [], windows = [], playoffs = [], adjustments = [] }) =>
      applyPlayoffs(scoreStandings({ rules: scores, machineIds, windows, adjustments }, entrantIds, attempts), playoffs),
  }
}
