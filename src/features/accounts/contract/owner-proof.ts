import * as v from 'valibot'
import { codeField, passwordField } from './accounts.ts'
import { signInAgain } from './errors.ts'
import { invalidSecondStepCode, secondStepCodeMissing, wrongCredentials } from './protocol-errors.ts'

/** What proves that the caller owns the account: the password, with a code of the second step where that is on, or signing in just now. */
export const ownerProof = { password: v.optional(passwordField), code: v.optional(codeField) }

/** The errors of those who have to prove it. */
export const OWNER_PROOF_ERRORS = [wrongCredentials, signInAgain, secondStepCodeMissing, invalidSecondStepCode]
