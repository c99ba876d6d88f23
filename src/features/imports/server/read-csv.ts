import { parse } from 'csv-parse/sync'
import { foldWords } from '#platform/text/fold.ts'
import { toLatinDigits } from '#platform/text/numbers.ts'

/** Rows that one import may have. */
export const MAX_CSV_ROWS = 1000

/**
 * What columns are called, folded: in English, German and Arabic, and as other programs write them. Of two columns that may be meant, it is the
 * one whose name comes first here.
 */
const COLUMNS = {
  machine: ['machine', 'machinename', 'game', 'title', 'table', 'pinball', 'flipper', 'gerat', 'automat', 'اللعبه', 'اله'],
  score: ['score', 'highscore', 'value', 'النتيجه', 'punkte', 'ergebnis', 'points'],
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
  /** it goes on after the last heading, so that what stands in its cells may be parts of others */
  isTooLong: boolean
}

export interface CsvTable {
  rows: CsvRow[]
  /** where the row begins after which nothing could be read, because of its quotation marks; null: all was read */
  brokenLine: number | null
}

/** Returns where each column stands, by the headings. */
function findColumns(headings: readonly string[]): Map<Column, number> {
  const folded = headings.map(heading => foldWords(heading).join(''))
  const found = Object.entries(COLUMNS).flatMap(([column, names]): [Column, number][] => {
    const name = names.find(each => folded.includes(each))
    return name === undefined ? [] : [[column as Column, folded.indexOf(name)]]
  })
  return new Map(found)
}

/** What may stand between the cells. One that is no separator leaves a line of headings in one piece, which no column is called. */
const SEPARATORS = ['\t', ';', ','] as const

/**
 * Reads a table of comma-separated values (RFC 4180; also with semicolons or tabs), whose first line names its columns in any order. Columns
 * that are not known are ignored, as are empty lines. A quotation mark within a cell stands for itself.
 * @returns null: it is no table, or its headings don't name all of `needed`
 */
export function readCsv(text: string, needed: readonly Column[]): CsvTable | null {
  const lines = text.replace(/\r\n?/g, '\n')
  for (const separator of SEPARATORS) {
    const headings = parseRows(lines, separator, 1).rows[0]?.record ?? []
    const columns = findColumns(headings)
    if (!needed.every(column => columns.has(column))) continue
    const width = headings.findLastIndex(heading => heading !== '') + 1
    const { rows, brokenLine } = parseRows(lines, separator, MAX_CSV_ROWS + 2)
    return {
      brokenLine,
      rows: rows.slice(1).map(({ record, line }) => {
        const cells: Partial<Record<Column, string>> = {}
        for (const [column, i] of columns) if (record[i]) cells[column] = record[i]
        return { line, cells, isTooLong: record.slice(width).some(cell => cell !== '') }
      }),
    }
  }
  return null
}

/** @param count rows that are read at most */
function parseRows(
  text: string,
  delimiter: string,
  count: number,
): { rows: { record: string[]; line: number }[]; brokenLine: number | null } {
  const rows: { record: string[]; line: number }[] = []
  let end = 0
  try {
    parse(text, {
      bom: true,
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      to: count,
      on_record(record: string[], { lines }) {
        end = lines
        rows.push({ record, line: lines - (record.join('').split('\n').length - 1) })
        return null
      },
    })
    return { rows, brokenLine: null }
  } catch {
    const blank = /^\s*/.exec(text.split('\n').slice(end).join('\n'))![0]
    return { rows, brokenLine: end + blank.split('\n').length }
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

export interface ReadDate {
  at: Date
  /** no time of day was given */
  isDay: boolean
}

/**
 * Reads a date as 2026-03-08 or 8.3.2026, which stands for its noon in UTC, or a moment with its offset (RFC 3339). What could be read as
 * another day, such as 3/8/2026, is none.
 * @returns null: it is none
 */
export function readDate(text: string): ReadDate | null {
  const latin = toLatinDigits(text.trim())
  if (MOMENT.test(latin)) {
    const at = new Date(latin.replace(' ', 'T'))
    return Number.isNaN(at.getTime()) || at.getTime() < 0 ? null : { at, isDay: false }
  }
  const parts = DATE.exec(latin)?.groups
  if (parts === undefined) return null
  const [year, month, day] = [parts.year ?? parts.y, parts.month ?? parts.m, parts.day ?? parts.d].map(Number) as [number, number, number]
  const at = new Date(Date.UTC(year, month - 1, day, 12))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1970 ? { at, isDay: true } : null
}
