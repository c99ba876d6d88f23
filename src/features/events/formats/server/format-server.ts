import type { DrawGroups } from '#events/rules/draw/pairing.ts'
import type { ExportedEvent, ExportedRow } from '#events/rules/verify-export.ts'
import type { EventFormat } from '../registry.ts'

/** A line of a CSV file. */
export type CsvLine = readonly (string | number)[]

/** What a format's folder exports from `server.ts` as `server`. */
export interface FormatServer<F = EventFormat> {
  /** In formats that are played in rounds: divides the players of a round into groups. */
  drawGroups?(format: F): DrawGroups
  /** Returns a row's total, which the results file shows in its column `points`. Left out: the row's points. */
  csvTotal?(row: ExportedRow): number
  /** Returns the part of the results file below the standings, its header first. @param getName an entrant's name, by id */
  csvDetail(exported: ExportedEvent, getName: (entrantId: string) => string): CsvLine[]
}
