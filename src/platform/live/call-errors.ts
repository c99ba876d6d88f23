import type { Json } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'

/**
 * An error that calls may answer. Calling it makes the error to throw. What `more` has becomes a part of its details, and stands in its
 * sentence where that names it: in `Results of round {n} are missing.`, `{n}` becomes the member `n`.
 */
export interface CallError {
  (more?: Readonly<Record<string, Json>>): DdpError
  /** the wire's `error`: a number as in HTTP, or a word of Meteor's */
  readonly error: number | string
  /** by which programs and screens tell it apart; the text of the screens is the message `error_CODE`, if there is one */
  readonly code: string
  /** the wire's `reason`: an English sentence */
  readonly reason: string
}

function define(error: number | string, code: string, reason: string, hasDetails: boolean): CallError {
  const create = (more: Readonly<Record<string, Json>> = {}): DdpError =>
    new DdpError(
      error,
      reason.replace(/\{(\w+)\}/g, (_, name: string) => String(more[name])),
      hasDetails ? { code, ...more } : undefined,
    )
  return Object.assign(create, { error, code, reason })
}

/** Declares an error of the calls of a feature, in its contract. Its `details` are `{ code, …more }`. */
export const defineError = (error: number | 'too-many-requests', code: string, reason: string): CallError =>
  define(error, code, reason, true)

/** Declares an error whose form on the wire Meteor or the mission fixes: it has no details, and is recognised by its sentence. */
export const defineProtocolError = (error: number | string, code: string, reason: string): CallError => define(error, code, reason, false)

/** A job that no node of the site knows how to do any more. */
export const jobsNotDone = defineError(409, 'jobs-not-done', 'This site does not do such jobs now.')

export const signInFirst = defineError(401, 'sign-in-first', 'Please sign in first.')

/** Returns the code of a refused call; null: it has none. */
export function errorCode(error: unknown): string | null {
  const details = error instanceof DdpError ? error.details : null
  const code = typeof details === 'object' && details !== null && 'code' in details ? details.code : null
  return typeof code === 'string' ? code : null
}

/** True if a refused call has answered this error. */
export const isCallError = (error: unknown, { error: number, code, reason }: CallError): boolean =>
  error instanceof DdpError && error.error === number && (errorCode(error) === code || error.reason === reason)
