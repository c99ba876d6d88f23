import type { Attempt, VoidWindow } from './attempts.ts'
import { type EventFormat, isRoundFormat } from './format.ts'
import { shownPoints } from './points.ts'
import { roundStandings } from './round-standings.ts'
import type { Round } from './rounds.ts'
import { scoreStandings } from './score-standings.ts'

export interface ExportedEntrant {
  id: string
  displayName: string
  /** left out for a guest */
  username?: string
  /** at the IFPA; left out: none is known */
  ifpaNumber?: string
}

/** One row of exported standings, best first; `points` with at most 3 decimals. */
export interface ExportedRow {
  rank: number
  entrantId: string
  points: number
  strokes?: number
  strikes?: number
}

/** Everything of an event, from which its standings follow again. Times are ISO 8601; those inside attempts and windows ms since 1970. */
export interface ExportedEvent {
  kind: 'skillshot-event'
  version: 1
  exportedAt: string
  event: {
    id: string
    name: string
    description: string
    venue: string
    startsAt: string
    endsAt: string
    timeZone: string
    format: EventFormat
    state: string
  }
  machines: { machineId: string; name: string }[]
  entrants: ExportedEntrant[]
  attempts: Attempt[]
  voids: VoidWindow[]
  rounds: Round[]
  standings: ExportedRow[]
  log: { at: string; by: string | null; action: string; what: string }[]
}

/** The standings of an export, from nothing but its attempts or rounds. */
export function recomputed({ event, machines, entrants, attempts, voids, rounds }: Omit<ExportedEvent, 'standings'>): ExportedRow[] {
  const { format } = event
  const entrantIds = entrants.map(({ id }) => id)
  if (isRoundFormat(format)) {
    return roundStandings(format, entrantIds, rounds).map(({ rank, entrantId, points, strikes }) => ({
      rank,
      entrantId,
      points: shownPoints(points),
      ...(strikes === undefined ? {} : { strikes }),
    }))
  }
  const machineIds = machines.map(({ machineId }) => machineId)
  return scoreStandings({ format, machineIds, windows: voids }, entrantIds, attempts).map(({ rank, entrantId, points, strokes }) => ({
    rank,
    entrantId,
    points: shownPoints(points),
    ...(strokes === undefined ? {} : { strokes }),
  }))
}
