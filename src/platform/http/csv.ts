import { stringify } from 'csv-stringify/sync'
import { withoutControls } from '#platform/text/without-controls.ts'

export type CsvCell = string | number

/** Begins a file of CSV: spreadsheets read one without it in the encoding of their system, and every name that is not plain Latin wrong. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Texts that spreadsheets show as another number or as a date: 007, 1E5, 3/4, 1-2-3. Dates that begin with the year are meant. */
const MISREAD = /^(0\d+|\d+e[+-]?\d+|\d{1,2}[-/]\d{1,4}([-/]\d{1,4})?)$/i

const toText = (cell: string): string => withoutControls(cell).replace(MISREAD, "'$&")

/**
 * Writes CSV (RFC 4180) in which a spreadsheet takes no text for a formula (OWASP, CSV injection), for a number or for a date: an apostrophe
 * stands before such a text.
 */
export const formatCsv = (lines: readonly (readonly CsvCell[])[]): string =>
  stringify(
    lines.map(line => line.map(cell => (typeof cell === 'string' ? toText(cell) : cell))),
    { record_delimiter: 'windows', escape_formulas: true },
  )
