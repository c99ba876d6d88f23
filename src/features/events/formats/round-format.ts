import type { RoundRules } from '../rules/format-rules.ts'
import { roundStandings } from '../rules/standings/round-standings.ts'
import type { FormatRules } from './event-format.ts'

/** Makes the rules of a format whose standings follow from rounds of groups. */
export const roundFormat = (rounds: RoundRules): FormatRules => ({
  scores: null,
  rounds,
  machinesProblem: () => null,
  standings: (_machineIds, entrantIds, played) => roundStandings(rounds, entrantIds, played.rounds ?? []),
})
