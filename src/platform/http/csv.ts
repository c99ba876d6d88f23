import { stringify } from 'csv-stringify/sync'
import { withoutControls } from '../text/names.ts'

export type CsvCell = string | number

/** Writes CSV (RFC 4180) in which no text is taken for a formula when a spreadsheet opens it (OWASP, CSV injection). */
export const formatCsv = (lines: readonly (readonly CsvCell[])[]): string =>
  stringify(
    lines.map(line => line.map(cell => (typeof cell === 'string' ? withoutControls(cell) : cell))),
    { record_delimiter: 'windows', escape_formulas: true },
  )
