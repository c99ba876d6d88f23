import * as v from 'valibot'
import { ifpaNumber } from '../contract.ts'

/** True if the text typed into a form is empty or an IFPA number. */
export const isIfpaNumber = (typed: string): boolean => typed.trim() === '' || v.is(ifpaNumber, typed.trim())
