import * as v from 'valibot'
import { defineMethod } from '#platform/live/contract.ts'
import { PERSONAL } from '#platform/live/rates.ts'
import { strictObject } from '#platform/live/schemas.ts'
import { codeField, passwordField } from './accounts.ts'
import { invalidSecondStepCode, secondStepCodeMissing, wrongCredentials } from './protocol-errors.ts'
import { OWNER_CHECKS } from './rates.ts'

/** How a user can sign in. `services`: how many login services the account is linked with */
export interface SignInMethodCounts {
  password: boolean
  passkeys: number
  services: number
}

/**
 * Our addition: tells how the caller can sign in. `fresh`: the caller signed in within the last ten
 * minutes, which counts as a proof where it is asked for
 */
export const accountSignInMethods = defineMethod<SignInMethodCounts & { fresh: boolean }>()('account.waysIn', strictObject({}), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [],
})

/**
 * Our addition: proves that the caller is the user of this session. For ten minutes methods that want a fresh sign-in are then
 * allowed; they are also after a sign-in. `code`: of the second step; without it, an account that has one is refused as `login` refuses it.
 */
export const accountConfirmSignIn = defineMethod<Record<string, never>>()(
  'account.confirmSignIn',
  strictObject({ password: passwordField, code: v.optional(codeField) }),
  { access: 'signed in', rates: OWNER_CHECKS, errors: [wrongCredentials, secondStepCodeMissing, invalidSecondStepCode] },
)
