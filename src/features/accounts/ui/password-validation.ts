import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { PASSWORD_TOO_COMMON } from '../contract.ts'
import { MIN_PASSWORD } from '../rules.ts'

export const newPasswordHint = (): string => m.accounts_password_hint({ n: MIN_PASSWORD })

export const newPasswordProblem = (password: string): string | undefined =>
  [...password].length < MIN_PASSWORD ? m.accounts_password_short({ n: MIN_PASSWORD }) : undefined

/** Returns the server's objection to a new password itself, which is shown at the password field; null for other errors. */
export function newPasswordRefusal(error: unknown): string | null {
  const reason = error instanceof DdpError ? (error.reason ?? '') : ''
  return reason === PASSWORD_TOO_COMMON || reason.startsWith('Passwords need at least') ? errorMessage(error) : null
}
