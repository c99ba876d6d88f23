import type { TypedPlayer } from '#events/rules/known-players.ts'
import { newNameProblem, withoutUnseen } from '#platform/text/names.ts'
import { toLatinDigits } from '#platform/text/numbers.ts'
import { ifpaNumberKey } from '#players/rules/ifpa-number.ts'
import { arePositions, isNameHeader, type PastedTable, readTable } from './pasted-table.ts'
import { splitCells } from './split-cells.ts'

const MAX_NAME_LENGTH = 60

/** True if the server takes the text as the name of a guest. */
export const isGuestName = (name: string): boolean =>
  name !== '' && name.length <= MAX_NAME_LENGTH && newNameProblem(withoutUnseen(name)) === null

/** Names end at a new line, comma, semicolon or tab, also at those of Arabic texts and of full width. */
const BETWEEN_NAMES = ',;\\t،؛，、；'
/** What lists have before a name: "1.", "2)", "#3", "-" or a bullet. */
const BULLET = /^(?:\d{1,3}[.)]\s+|#\d{1,3}[.)]?\s+|[-–•*]\s+)/
const NUMBER_ALONE = /^(?:ifpa\s*:?\s*)?#?\s*(\d{1,6})$/i
/** A number that is marked as one, as in "Ann (1234)", "Ann [1234]", "Ann #1234" or "Ann IFPA 1234". */
const MARKED_NUMBER = /^(.*?\S)\s*(?:[([](?:ifpa)?\s*:?\s*#?|\bifpa\s*:?\s*#?|#)\s*(\d{1,6})\s*[)\]]?$/i
/** A number of one or two digits without a mark belongs to the name: "Player 2". */
const PLAIN_NUMBER = /^(.*\S)\s+(\d{3,6})$/
/** A place before a name without a mark, as in "1 Ann" or "2nd Bob". */
const PLACE = /^(\d{1,3})(?:st|nd|rd|th)?\s+(?=\S*\p{L})/iu
/** The apostrophe by which the site's own files keep spreadsheets from reading a name as a formula, a number or a date. */
const GUARD = /^'(?=[=+\-@\d＝＋－＠])/
/** What is hardly a name: nothing with letters, an amount ("25 points"), an e-mail address or the address of a page. */
const DOUBTFUL = /^\P{L}*$|^[\d.,]+\s|\S@\S+\.\S|:\/\//u

/** A player of a pasted or typed text. */
export interface ListedPlayer extends TypedPlayer {
  /** it may be no name at all */
  isDoubtful?: true
}

/** How a text was read: by these columns of a table, or, where `table` is null, as a list of names. */
export interface NameListReading {
  players: ListedPlayer[]
  table: Pick<PastedTable, 'columns' | 'header' | 'hasOthers'> | null
}

/** True if a text that was typed or pasted into the field of one name is a list of names. */
export const isNameList = (text: string): boolean => readNameList(text).players.length > 1 || /[\t\r\n]/.test(text.trim())

/** Reads what a cell holds: a name, after a bullet or before an IFPA number if there are such. Null: nothing */
function readPlayer(cell: string, { marksOnly = false } = {}): ListedPlayer | null {
  const text = cell.replace(/\s+/g, ' ').trim().replace(BULLET, '').replace(GUARD, '').trim()
  if (text === '') return null
  const found = MARKED_NUMBER.exec(text) ?? (marksOnly ? null : PLAIN_NUMBER.exec(text))
  const [, displayName = text, ifpaNumber] = found ?? []
  return {
    displayName,
    ...(ifpaNumber === undefined ? {} : { ifpaNumber }),
    ...(DOUBTFUL.test(displayName) ? { isDoubtful: true } : {}),
  }
}

function readRow({ cells, columns: { name, ifpaNumber: place } }: PastedTable['rows'][number]): ListedPlayer[] {
  const typed = place === null ? undefined : NUMBER_ALONE.exec((cells[place] ?? '').trim().replace(GUARD, ''))?.[1]
  const ifpaNumber = ifpaNumberKey(typed) === null ? undefined : typed
  const player = readPlayer(name.map(each => cells[each] ?? '').join(' '), { marksOnly: ifpaNumber !== undefined })
  return player === null ? [] : [{ ...player, ...(ifpaNumber === undefined ? {} : { ifpaNumber }) }]
}

function readList(lines: readonly (readonly string[])[]): ListedPlayer[] {
  const players: ListedPlayer[] = []
  const beginnings = lines.map(([first = '']) => first.trim())
  // One line alone may begin with a name: "50 Cent".
  const isNumbered = lines.length > 1 && arePositions(beginnings, PLACE)
  for (const cells of lines) {
    /** the player whose number may follow after a comma, as in "Ann, 1234" */
    let previous: ListedPlayer | null = null
    for (const [i, cell] of cells.entries()) {
      const alone = NUMBER_ALONE.exec(cell.trim())?.[1]
      if (alone !== undefined && previous !== null && previous.ifpaNumber === undefined) {
        previous.ifpaNumber = alone
        continue
      }
      const player = readPlayer(isNumbered && i === 0 ? cell.trim().replace(PLACE, '') : cell)
      if (player === null) continue
      previous = player
      players.push(player)
    }
  }
  return players
}

/**
 * Reads players from a text that was typed or pasted: a table with or without a header, or names, one in each line or separated by commas.
 * An IFPA number may stand in a column, or after a name.
 */
export function readNameList(typed: string): NameListReading {
  const text = toLatinDigits(typed)
  const table = readTable(text)
  if (table !== null) {
    const above = readList(table.above).map((player): ListedPlayer => ({ ...player, isDoubtful: true }))
    return { players: [...table.rows.flatMap(readRow), ...above], table }
  }
  const lines = splitCells(text, BETWEEN_NAMES)
  const [header] = lines
  if (header?.length === 1 && isNameHeader(header[0]!)) {
    const columns = { name: [0], ifpaNumber: null }
    return { players: readList(lines.slice(1)), table: { columns, header, hasOthers: false } }
  }
  return { players: readList(lines), table: null }
}
