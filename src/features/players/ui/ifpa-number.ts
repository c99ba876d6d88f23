import { toLatinDigits } from '#platform/text/numbers.ts'
import { IFPA_NUMBER } from '../contract/players.ts'

/** True if the text typed into a form is empty or an IFPA number. */
export const isIfpaNumber = (typed: string): boolean => typed.trim() === '' || IFPA_NUMBER.test(toLatinDigits(typed).trim())
