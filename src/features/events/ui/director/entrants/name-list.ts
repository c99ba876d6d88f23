import { foldWords } from '#platform/text/fold.ts'
import { newNameProblem, withoutUnseen } from '#platform/text/names.ts'
import { toLatinDigits } from '#platform/text/numbers.ts'

/** A player as typed: a name, and an IFPA number if there is one. */
export interface TypedPlayer {
  displayName: string
  ifpaNumber?: string
}

const MAX_NAME_LENGTH = 60

/** A name only as far as it tells people apart: "Ánna  B" and "anna b" have the same key. A name without letters and digits is its own. */
export const nameKey = (name: string): string => foldWords(name).join('') || name

/** True if the server takes the text as the name of a guest. */
export const isGuestName = (name: string): boolean =>
  name !== '' && name.length <= MAX_NAME_LENGTH && newNameProblem(withoutUnseen(name)) === null

/** Names end at a new line, comma, semicolon or tab, also at those of Arabic texts and of full width. */
const BETWEEN_NAMES = /[,;\t،؛，、；]/
/** What lists have before a name: "1.", "2)", "-" or a bullet. */
const BULLET = /^(?:\d{1,3}[.)]\s+|[-–•*]\s+)/
const NUMBER_ALONE = /^(?:ifpa\s*:?\s*)?#?\s*(\d{1,6})$/i
/** A number that is marked as one, as in "Ann (1234)", "Ann #1234" or "Ann IFPA 1234". */
const MARKED_NUMBER = /^(.*?\S)\s*(?:\((?:ifpa)?\s*:?\s*#?|\bifpa\s*:?\s*#?|#)\s*(\d{1,6})\s*\)?$/i
/** A number of one or two digits without a mark belongs to the name: "Player 2". */
const PLAIN_NUMBER = /^(.*\S)\s+(\d{3,6})$/

/** True if a text that was typed into the field of one name is a list of names. */
export const isNameList = (text: string): boolean => parseNameList(text).length > 1

/** Reads a list of names, one in each line or separated by commas, each with an IFPA number after it if there is one. */
export function parseNameList(text: string): TypedPlayer[] {
  const players: TypedPlayer[] = []
  for (const line of toLatinDigits(text).split(/[\r\n]+/)) {
    /** the player whose number may follow after a comma, as in "Ann, 1234" */
    let previous: TypedPlayer | null = null
    for (const part of line.split(BETWEEN_NAMES)) {
      const trimmed = part
        .replace(/["\s]+/g, ' ')
        .trim()
        .replace(BULLET, '')
        .trim()
      if (trimmed === '') continue
      const alone = NUMBER_ALONE.exec(trimmed)?.[1]
      if (alone !== undefined && previous !== null && previous.ifpaNumber === undefined) {
        previous.ifpaNumber = alone
        continue
      }
      const [, displayName = trimmed, ifpaNumber] = MARKED_NUMBER.exec(trimmed) ?? PLAIN_NUMBER.exec(trimmed) ?? []
      previous = ifpaNumber === undefined ? { displayName } : { displayName, ifpaNumber }
      players.push(previous)
    }
  }
  return players
}
