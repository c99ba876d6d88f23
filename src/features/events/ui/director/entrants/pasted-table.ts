import { foldWords } from '#platform/text/fold.ts'
import { splitCells } from './split-cells.ts'

/*
 * Tables of players, as people copy them from spreadsheets, from other programs, and from the results files of this site. A header says what
 * its columns are. Without one the columns are told by what is in them, as far as that can mean only one thing.
 */

/** Which columns of a table are read, as places in its rows. */
export interface TableColumns {
  /** the name, or first and last name */
  name: readonly number[]
  /** null: there is none */
  ifpaNumber: number | null
}

export interface PastedTable {
  /** the rows below the header, each with the columns that hold for it */
  rows: { cells: readonly string[]; columns: TableColumns }[]
  /** those of the first row */
  columns: TableColumns
  /** null: there is none */
  header: readonly string[] | null
  /** true: there are columns that are not read */
  hasOthers: boolean
  /** the lines above the header, which belong to no table */
  above: readonly (readonly string[])[]
}

/** What separates the cells of a line, also in Arabic texts and those of full width. The first that makes a table of the text is taken. */
const SEPARATORS = ['\t', ';؛；', ',،，、'] as const

type Role = 'name' | 'first' | 'last' | 'ifpa' | 'position'

const toKey = (text: string): string => foldWords(text).join('')

/** What columns are called, in the languages of the site. */
const HEADERS: readonly (readonly [Role, string])[] = [
  ['name', 'Name|Names|Full name|Display name|Player|Players|Player name|Participant|Participants|Entrant'],
  ['name', 'Namen|Spieler|Spielerin|Spielername|Teilnehmer|Teilnehmerin'],
  ['name', 'الاسم|اسم|الأسماء|اللاعب|لاعب|اللاعبون|اللاعبين|اسم اللاعب|المشارك'],
  ['first', 'First|First name|Given name|Vorname|الاسم الأول'],
  ['last', 'Last|Last name|Surname|Family name|Nachname|Familienname|اسم العائلة|اللقب|الاسم الأخير'],
  ['position', 'Position|Pos|Place|Rank|Seed|No|Nr|Platz|Platzierung|Rang|Setzplatz|المركز|الترتيب|المرتبة'],
]
const ROLES = new Map(HEADERS.flatMap(([role, texts]) => texts.split('|').map(text => [toKey(text), role] as const)))
/** "IFPA", "IFPA ID", "ifpa_number", "IFPA-Nr.", "رقم IFPA", but not "IFPA rank". */
const IFPA_HEADER = /^(?:رقم|معرف)?(?:player|spieler)?ifpa(?:player|spieler)?(?:ids?|numbers?|no|nr|num|nummern?)?$/

function roleOf(cell: string): Role | null {
  const key = toKey(cell)
  if (IFPA_HEADER.test(key)) return 'ifpa'
  return ROLES.get(key) ?? (/^\s*[#№]\s*$/.test(cell) ? 'position' : null)
}

/** Returns the columns that a header names; null: it names no column of names. `named`: how many of its cells name something known */
function readHeader(cells: readonly string[]): { columns: TableColumns; named: number } | null {
  const roles = cells.map(roleOf)
  const place = (role: Role): number[] => (roles.includes(role) ? [roles.indexOf(role)] : [])
  const name = roles.includes('name') ? place('name') : [...place('first'), ...place('last')]
  if (name.length === 0) return null
  return { columns: { name, ifpaNumber: place('ifpa')[0] ?? null }, named: roles.filter(role => role !== null).length }
}

/** True for a row that says what its columns are, wherever it stands: a name and something else. */
const isHeader = (cells: readonly string[]): boolean => (readHeader(cells)?.named ?? 0) > 1

/** True if a text is the header of a list of names, which has one column. */
export const isNameHeader = (text: string): boolean => roleOf(text) === 'name'

/** The apostrophe keeps spreadsheets from reading `'0012` as 12. */
const NUMBER = /^'?(?:ifpa)?[\s:#]*\d{1,6}$/i
/** What stands where there is no number. */
const NOTHING = /^(?:|[-–—.]|n\/?a|0+)$/i
const POSITION = /^[#=]?(\d{1,3})(?:st|nd|rd|th|[.)=])?$/i

/** True if each text has a position of a list, or of one list after another: they never fall, unless to 1. @param position finds it in a text */
export const arePositions = (texts: readonly string[], position: RegExp): boolean =>
  texts
    .map(text => Number(position.exec(text)?.[1] ?? Number.NaN))
    .every((place, i, places) => place === 1 || place >= (places[i - 1] ?? 0))

/** Returns how many columns the rows have. A text may have more lines than a call takes arguments. */
const widthOf = (rows: readonly (readonly string[])[]): number => rows.reduce((width, { length }) => Math.max(width, length), 0)

/** Returns the columns of a table without a header; null: it is none, or nobody can know. */
function guessColumns(rows: readonly (readonly string[])[]): TableColumns | null {
  const columns = Array.from({ length: widthOf(rows) }, (_, i) => rows.map(cells => (cells[i] ?? '').trim()))
  const kinds = columns.map(cells => {
    const filled = cells.filter(cell => !NOTHING.test(cell))
    if (filled.length === 0) return null
    if (arePositions(filled, POSITION)) return 'positions'
    if (filled.every(cell => NUMBER.test(cell))) return 'numbers'
    return filled.filter(cell => /\p{L}/u.test(cell)).length * 2 > rows.length ? 'texts' : null
  })
  const name = kinds.indexOf('texts')
  if (name < 0 || (rows.length === 1 && kinds.lastIndexOf('texts') !== name)) return null
  const before = kinds.flatMap((kind, i) => (i < name && kind === 'numbers' ? [i] : []))
  // Small numbers that rise are positions only where positions stand, before the name.
  const after = kinds.flatMap((kind, i) => (i > name && (kind === 'numbers' || kind === 'positions') ? [i] : []))
  const numbers = after.length > 0 ? after : before
  if (numbers.length === 0 && !kinds.slice(0, name).includes('positions')) return null
  // Of several columns of numbers nobody knows which are those of IFPA.
  return { name: [name], ifpaNumber: numbers.length === 1 ? numbers[0]! : null }
}

function toTable(rows: readonly string[][], header: number | null, first: TableColumns): PastedTable {
  let columns = first
  const read: PastedTable['rows'] = []
  for (const cells of header === null ? rows : rows.slice(header + 1)) {
    if (isHeader(cells)) columns = readHeader(cells)!.columns
    else read.push({ cells, columns })
  }
  const isRead = (place: number): boolean => first.name.includes(place) || first.ifpaNumber === place
  const width = widthOf(header === null ? rows : [rows[header]!])
  return {
    rows: read,
    columns: first,
    header: header === null ? null : rows[header]!,
    hasOthers: Array.from({ length: width }, (_, i) => i).some(place => !isRead(place)),
    above: header === null ? [] : rows.slice(0, header),
  }
}

/** Reads a text as a table; null: it is none, but at most a list of names. */
export function readTable(text: string): PastedTable | null {
  const readings = SEPARATORS.map(separators => ({ separators, rows: splitCells(text, separators) }))
  for (const { rows } of readings) {
    const header = rows.findIndex(isHeader)
    if (header >= 0) return toTable(rows, header, readHeader(rows[header]!)!.columns)
  }
  for (const { separators, rows } of readings) {
    const [first, second] = rows
    if (first === undefined || first.length < 2) continue
    // A header may name other things than are known here, if the next line is a row of it.
    const named = second !== undefined && second.length > 1 ? readHeader(first) : null
    if (named !== null) return toTable(rows, 0, named.columns)
    // Spreadsheets put a tab between cells, which nobody types. What is typed by hand is a table only if its lines are alike.
    const isEven = rows.every(({ length }) => (separators === '\t' ? length > 1 : length === first.length))
    const guessed = isEven ? guessColumns(rows) : null
    if (guessed !== null) return toTable(rows, null, guessed)
  }
  return null
}
