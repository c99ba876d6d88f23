import type { Attempt } from './attempts.ts'
import { type EventFormat, isRoundFormat } from './format.ts'
import { type RoundStandingRow, roundStandings } from './round-standings.ts'
import type { Round } from './rounds.ts'
import type { ScoreRow } from './score-row.ts'
import { type ScoreEvent, scoreStandings } from './score-standings.ts'

/** What was played in an event: attempts in score formats, rounds in round formats. */
export interface Played {
  attempts?: readonly Attempt[]
  rounds?: readonly Round[]
}

/** Computes an event's standings from scratch, best first. */
export function computeStandings(
  { format, machineIds, windows }: Omit<ScoreEvent, 'format'> & { format: EventFormat },
  entrantIds: readonly string[],
  { attempts = [], rounds = [] }: Played,
): ScoreRow[] | RoundStandingRow[] {
  return isRoundFormat(format)
    ? roundStandings(format, entrantIds, rounds)
    : scoreStandings({ format, machineIds, ...(windows === undefined ? {} : { windows }) }, entrantIds, attempts)
}
