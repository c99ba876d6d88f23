import { DdpError } from '../../../../ddp/wire/error.ts'
import { PASSWORD_TOO_COMMON } from '../../contract.ts'
import { MIN_PASSWORD } from '../../rules.ts'

export const NEW_PASSWORD_HINT = `At least ${MIN_PASSWORD} characters.`

export const newPasswordProblem = (password: string): string | undefined =>
  [...password].length < MIN_PASSWORD ? `At least ${MIN_PASSWORD} characters, please.` : undefined

/** What the server has against a new password itself: it stands at its field. */
export function newPasswordRefusal(error: unknown): string | null {
  const reason = error instanceof DdpError ? (error.reason ?? '') : ''
  return reason === PASSWORD_TOO_COMMON || reason.startsWith('Passwords need at least') ? reason : null
}
