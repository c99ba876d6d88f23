import type { Json } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'

/** Why a call was refused, where clients act on the reason: `details.code` of its error. The error's `reason` is a sentence for people. */
export type ErrorCode = 'entered-before' | 'few-players' | 'id-used' | 'last-way-in' | 'picture-gone' | 'read-only' | 'sign-in-again'

/** @param more what else clients need to act on it */
export const codedError = (error: number, reason: string, code: ErrorCode, more: Record<string, Json> = {}): DdpError =>
  new DdpError(error, reason, { code, ...more })

/** Returns the code of a refused call; null: it has none. */
export function errorCode(error: unknown): string | null {
  const details = error instanceof DdpError ? error.details : null
  const code = typeof details === 'object' && details !== null && 'code' in details ? details.code : null
  return typeof code === 'string' ? code : null
}
