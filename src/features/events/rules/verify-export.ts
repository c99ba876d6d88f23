import type { ShownFields } from '#platform/live/record.ts'
import type { EVENT_FIELDS } from '../contract/event-fields.ts'
import { formatRules } from '../formats/registry.ts'
import type { Adjustment } from './adjustment.ts'
import type { Attempt, VoidWindow } from './attempt.ts'
import type { Round } from './rounds.ts'
import type { Playoff } from './standings/playoffs.ts'
import { shownPoints } from './standings/points.ts'
import type { StandingsEntry } from './standings/standings-entry.ts'
import { shownDecision } from './standings/tie-break.ts'
import { type TieBreak, withDefaultOptions } from './standings-options.ts'
import { type EventGrade, gradeEvent } from './tgp/grade-event.ts'

export interface ExportedEntrant {
  id: string
  displayName: string
  /** left out for guests */
  username?: string
  /** the IFPA player number; left out if unknown */
  ifpaNumber?: string
  /** 1 for the best; left out: none */
  seed?: number
  /** of a finalist: the id of the entry in the qualifying; left out: none */
  qualifiedAs?: string
}

/** One row of the exported standings, which are sorted best first; `points` has at most 3 decimals. */
export interface ExportedRow {
  rank: number
  entrantId: string
  points: number
  strokes?: number
  strikes?: number
  /** in events with chosen tie-breaks: which one separates the row from its neighbour, and the figures of both */
  decidedBy?: { by: TieBreak; own: number; other: number }
  /** a playoff decided the place */
  playoff?: true
}

/**
 * A complete export of an event, from which its standings can be recomputed. Times are ISO 8601; those inside attempts and void windows are
 * ms since 1970.
 */
export interface ExportedEvent {
  kind: 'skillshot-event'
  version: 1
  exportedAt: string
  event: Omit<ShownFields<typeof EVENT_FIELDS>, 'startsAt' | 'endsAt' | 'machineIds'> & {
    id: string
    /** with the offset of the event's time zone (`2026-11-20T20:00:00.000-08:00`); in exports of earlier versions in UTC */
    startsAt: string
    endsAt: string
    /** by how many minutes the clocks of `timeZone` are ahead of UTC at `startsAt` and at `endsAt` */
    startsOffset: number
    endsOffset: number
    state: string
  }
  machines: { machineId: string; name: string }[]
  entrants: ExportedEntrant[]
  attempts: Attempt[]
  voids: VoidWindow[]
  /** `seed`: what the round's draw is reproduced from; left out in exports of earlier versions */
  rounds: (Round & { seed?: string })[]
  /** the order of each playoff, the winner first; left out in exports of earlier versions */
  playoffs?: Playoff[]
  /** what the director added to totals, or took from them: points in thousandths, strikes or strokes; left out: nothing */
  adjustments?: Adjustment[]
  standings: ExportedRow[]
  /** how IFPA would grade the event; left out in exports of earlier versions */
  ifpa?: EventGrade
  log: { at: string; by: string | null; action: string; what: string }[]
}

/** Computes the standings of an export, with points in thousandths, from its attempts or rounds alone. */
export function standingsOfExport({
  event,
  machines,
  entrants,
  attempts,
  voids,
  rounds,
  playoffs = [],
  adjustments = [],
}: Omit<ExportedEvent, 'standings'>): StandingsEntry[] {
  const machineIds = machines.map(({ machineId }) => machineId)
  const entrantIds = entrants.map(({ id }) => id)
  return formatRules(event.format, event).standings(machineIds, entrantIds, { attempts, windows: voids, rounds, playoffs, adjustments })
}

/** Computes the rows of an export's standings, as they are in the export. */
export function recomputeStandings(exported: Omit<ExportedEvent, 'standings'>): ExportedRow[] {
  return standingsOfExport(exported).map(({ rank, entrantId, points, strokes, strikes, decidedBy, playoff }) => ({
    rank,
    entrantId,
    points: shownPoints(points),
    ...(strokes === undefined ? {} : { strokes }),
    ...(strikes === undefined ? {} : { strikes }),
    ...(decidedBy === undefined ? {} : { decidedBy: shownDecision(decidedBy) }),
    ...(playoff === undefined ? {} : { playoff }),
  }))
}

/** A figure of an export that is another one when its standings are computed anew. `name`: the player's */
export interface ExportDifference {
  entrantId: string
  name: string
  /** `row` if the player's whole row is missing on one side, `order` if the row only stands elsewhere */
  figure: keyof ExportedRow | 'row' | 'order'
  /** what the export says, and what comes out; JSON, empty where there is nothing */
  exported: string
  computed: string
}

/** Lists the figures of an export's standings that differ from what its attempts or rounds come to. */
export function listDifferences(event: ExportedEvent): ExportDifference[] {
  const computed = recomputeStandings(event)
  const names = new Map(event.entrants.map(({ id, displayName }) => [id, displayName]))
  const exportedRows = new Map(event.standings.map((row, i) => [row.entrantId, { row, i }]))
  const computedRows = new Map(computed.map((row, i) => [row.entrantId, { row, i }]))
  const text = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value))
  return [...new Set([...computedRows.keys(), ...exportedRows.keys()])].flatMap((entrantId): ExportDifference[] => {
    const [was, is] = [exportedRows.get(entrantId), computedRows.get(entrantId)]
    const who = { entrantId, name: names.get(entrantId) ?? '' }
    if (was === undefined || is === undefined)
      return [{ ...who, figure: 'row', exported: text(was?.row.rank), computed: text(is?.row.rank) }]
    const figures = [...new Set([...Object.keys(is.row), ...Object.keys(was.row)])] as (keyof ExportedRow)[]
    const differing = figures
      .map(figure => ({ ...who, figure, exported: text(was.row[figure]), computed: text(is.row[figure]) }))
      .filter(each => each.exported !== each.computed)
    if (differing.length > 0 || was.i === is.i) return differing
    return [{ ...who, figure: 'order', exported: text(was.i + 1), computed: text(is.i + 1) }]
  })
}

const MS_PER_HOUR = 3_600_000

/**
 * Grades the event of an export for IFPA, from its attempts or rounds alone.
 * @param most what it is worth at most, in percent; left out: as much as an event that stands alone
 */
export function gradeExport(
  { event, machines, entrants, attempts, voids, rounds, playoffs = [], adjustments = [] }: Omit<ExportedEvent, 'standings' | 'ifpa'>,
  most?: number,
): EventGrade {
  const graded = {
    format: event.format,
    options: withDefaultOptions(event),
    machineIds: machines.map(({ machineId }) => machineId),
    entrants,
    hours: (Date.parse(event.endsAt) - Date.parse(event.startsAt)) / MS_PER_HOUR,
  }
  return gradeEvent(graded, { attempts, windows: voids, rounds, playoffs, adjustments }, most)
}
