import { fieldError } from '#platform/live/contract.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { type Column, type CsvRow, MAX_CSV_ROWS, readCsv } from './read-csv.ts'

const tooManyRows = fieldRule('csv-rows', 'must have at most {max} rows', { max: MAX_CSV_ROWS })

/**
 * Reads the table of a call's argument `csv`.
 * @param needed columns that it must have @param mustHaveColumns the rule that says so
 * @throws DdpError 400
 */
export function requireTable(csv: string, needed: readonly Column[], mustHaveColumns: string): CsvRow[] {
  const table = readCsv(csv, needed)
  if (table === null) throw fieldError('csv', mustHaveColumns)
  const { rows, brokenLine: line } = table
  if (rows.length > MAX_CSV_ROWS) throw fieldError('csv', tooManyRows)
  if (line !== null) throw fieldError('csv', fieldRule('csv-quotes', 'must close its quotation marks: see line {line}', { line }))
  return rows
}
