import * as v from 'valibot'
import { ifpaNumber } from '../../contract.ts'

/** Whether what was typed into a form is an IFPA number, or nothing. */
export const isIfpaNumber = (typed: string): boolean => typed.trim() === '' || v.is(ifpaNumber, typed.trim())
