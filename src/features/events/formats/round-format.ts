import type { RoundRules } from '../rules/format-rules.ts'
import { applyPlayoffs } from '../rules/standings/playoffs.ts'
import { roundStandings } from '../rules/standings/round-standings.ts'
import type { FormatRules } from './event-format.ts'

/** Makes the rules of a format whose standings follow from rounds of groups. */
export const roundFormat = (rounds: RoundRules): FormatRules => ({
  scores: null,
  rounds,
  endsByClock: false,
  machinesProblem: () => null,
  standings: (_machineIds, entrantIds, played) =>
    applyPlayoffs(roundStandings(rounds, entrantIds, played.rounds ?? []), played.playoffs ?? []),
})
