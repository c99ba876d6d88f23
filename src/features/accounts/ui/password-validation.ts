import * as m from '#messages'
import { isCallError } from '#platform/live/call-errors.ts'
import { errorMessage } from '#platform/live/hooks.ts'
import { passwordShort, passwordTooCommon } from '../contract/protocol-errors.ts'
import { MIN_PASSWORD } from '../rules.ts'

export const newPasswordHint = (): string => m.accounts_password_hint({ n: MIN_PASSWORD })

export const newPasswordProblem = (password: string): string | undefined =>
  [...password].length < MIN_PASSWORD ? m.accounts_password_short({ n: MIN_PASSWORD }) : undefined

/** Returns the server's objection to a new password itself, which is shown at the password field; null for other errors. */
export function newPasswordRefusal(error: unknown): string | null {
  if (isCallError(error, passwordShort)) return m.accounts_password_short({ n: MIN_PASSWORD })
  return isCallError(error, passwordTooCommon) ? errorMessage(error) : null
}
