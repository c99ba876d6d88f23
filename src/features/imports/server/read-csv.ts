import { parse } from 'csv-parse/sync'
import { foldWords } from '#platform/text/fold.ts'
import { toLatinDigits } from '#platform/text/numbers.ts'

/** Rows that one import may have. */
export const MAX_CSV_ROWS = 1000

/** What columns are called, folded: in English, German and Arabic, and as other programs write them. */
const COLUMNS = {
  machine: ['machine', 'machinename', 'game', 'title', 'table', 'pinball', 'flipper', 'gerat', 'automat', 'اللعبه', 'اله'],
  score: ['score', 'value', 'points', 'highscore', 'punkte', 'ergebnis', 'النتيجه'],
  date: ['date', 'playedat', 'achievedat', 'played', 'datum', 'gespielt', 'التاريخ'],
  comment: ['comment', 'note', 'notes', 'kommentar', 'notiz', 'ملاحظه'],
  opdb: ['opdb', 'opdbid'],
  name: ['name', 'player', 'playername', 'fullname', 'spieler', 'spielerin', 'الاسم'],
  ifpa: ['ifpa', 'ifpanumber', 'ifpaid', 'ifpano', 'ifpanummer', 'ifpanr', 'ifpaplayerid'],
} as const
export type Column = keyof typeof COLUMNS

/** A row of a table. `line`: where it begins in the text, 1 for the first; `cells`: what stands in the columns that are known */
export interface CsvRow {
  line: number
  cells: Readonly<Partial<Record<Column, string>>>
}

const columnOf = (heading: string): Column | undefined => {
  const folded = foldWords(heading).join('')
  return (Object.keys(COLUMNS) as Column[]).find(column => (COLUMNS[column] as readonly string[]).includes(folded))
}

/** What may stand between the cells. One that is no separator leaves a line of headings in one piece, which no column is called. */
const SEPARATORS = ['\t', ';', ','] as const

/**
 * Reads a table of comma-separated values (RFC 4180; also with semicolons or tabs), whose first line names its columns in any order. Columns
 * that are not known are ignored, as are empty lines.
 * @returns null: it is no table, or its headings don't name all of `needed`
 */
export function readCsv(text: string, needed: readonly Column[]): CsvRow[] | null {
  for (const separator of SEPARATORS) {
    const rows = parseRows(text, separator)
    const columns = rows?.[0]?.record.map(columnOf) ?? []
    if (rows === null || !needed.every(column => columns.includes(column))) continue
    return rows.slice(1).map(({ record, info }) => {
      const cells: Partial<Record<Column, string>> = {}
      for (const [i, column] of columns.entries()) if (column !== undefined && record[i]) cells[column] ??= record[i]
      return { line: info.lines, cells }
    })
  }
  return null
}

/** @returns null: it is no table */
function parseRows(text: string, delimiter: string): { record: string[]; info: { lines: number } }[] | null {
  try {
    return parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      to: MAX_CSV_ROWS + 2,
      // The types of the package do not say what `info` makes of a row.
    }) as unknown as { record: string[]; info: { lines: number } }[]
  } catch {
    return null
  }
}

/** Between every three digits of a whole number: a comma, a point, a space (which may be one that breaks no line) or an apostrophe, always the same. */
const GROUPED = /^\d{1,3}([,. \u{a0}\u{202f}’'])\d{3}(?:\1\d{3})*$/u

/** Reads a score as people write it: 1234567, 1,234,567 or 1.234.567. @returns null: it is none */
export function readScore(text: string): number | null {
  const latin = toLatinDigits(text.trim()).replace(/٬/g, ',')
  const digits = GROUPED.test(latin) ? latin.replace(/\D/g, '') : latin
  const value = /^\d{1,16}$/.test(digits) ? Number(digits) : 0
  return Number.isSafeInteger(value) && value > 0 ? value : null
}

const DATE = /^(?:(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})|(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4}))$/
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/

/**
 * Reads a date as 2026-03-08 or 8.3.2026, which stands for its noon in UTC, or a moment with its offset (RFC 3339). What could be read as
 * another day, such as 3/8/2026, is none.
 * @returns null: it is none
 */
export function readDate(text: string): Date | null {
  const latin = toLatinDigits(text.trim())
  if (MOMENT.test(latin)) {
    const at = new Date(latin.replace(' ', 'T'))
    return Number.isNaN(at.getTime()) || at.getTime() < 0 ? null : at
  }
  const parts = DATE.exec(latin)?.groups
  if (parts === undefined) return null
  const [year, month, day] = [parts.year ?? parts.y, parts.month ?? parts.m, parts.day ?? parts.d].map(Number) as [number, number, number]
  const at = new Date(Date.UTC(year, month - 1, day, 12))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1970 ? at : null
}
