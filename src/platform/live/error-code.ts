import { DdpError } from '../../ddp/wire/error.ts'

/** Why a call was refused, where clients act on the reason: `details.code` of its error. The error's `reason` is a sentence for people. */
export type ErrorCode = 'few-players' | 'id-used' | 'last-way-in' | 'picture-gone' | 'read-only' | 'sign-in-again'

export const codedError = (error: number, reason: string, code: ErrorCode): DdpError => new DdpError(error, reason, { code })

/** Returns the code of a refused call; null: it has none. */
export function errorCode(error: unknown): string | null {
  const details = error instanceof DdpError ? error.details : null
  const code = typeof details === 'object' && details !== null && 'code' in details ? details.code : null
  return typeof code === 'string' ? code : null
}
