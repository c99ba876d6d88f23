import * as v from 'valibot'
import { DdpError } from '#ddp/wire/error.ts'
import { LOCALES } from '#platform/text/locales.ts'

/** Shapes of the arguments of the mission's account methods. Other arguments are refused with 400 `Match failed`, as clients expect it. */

/**
 * Excludes control characters and lone surrogates, which no name has: Postgres cannot store NUL, and lone surrogates would not be stored
 * unchanged.
 */
const nonEmptyText = v.pipe(v.string(), v.minLength(1), v.maxLength(1000), v.regex(/^[^\p{Cc}\p{Cs}]*$/u))

/** A digest made by the client, or the password as it was typed (asteroid, old scripts). */
export const password = v.union([
  v.pipe(v.string(), v.maxLength(1000)),
  v.strictObject({ digest: v.pipe(v.string(), v.maxLength(1000)), algorithm: v.string() }),
])

export const selector = v.union([
  v.strictObject({ username: nonEmptyText }),
  v.strictObject({ email: nonEmptyText }),
  v.strictObject({ id: nonEmptyText }),
])

export const plainObject = v.custom<Record<string, unknown>>(
  value => value !== null && typeof value === 'object' && !Array.isArray(value) && Object.getPrototypeOf(value) === Object.prototype,
)

/** A code of the second step. */
export const secondStepCode = v.optional(v.pipe(v.string(), v.maxLength(100)))

/** What a visit to a login service has ended with. `credentialSecret` may be null, as in Meteor; then no attempt matches. */
export const oauthCredential = v.strictObject({
  credentialToken: v.pipe(v.string(), v.maxLength(1000)),
  credentialSecret: v.nullable(v.pipe(v.string(), v.maxLength(1000))),
})

/** What a login by a service may bring along for a new account. */
export const serviceSignUp = v.object({
  username: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  invitation: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(1000)))),
  locale: v.optional(v.picklist(LOCALES)),
})

/** The token in the link of an e-mail. */
export const linkToken = v.pipe(v.string(), v.maxLength(1000))

export const forgotPasswordArgs = v.strictObject({ email: nonEmptyText })

export const credential = v.pipe(v.string(), v.maxLength(1000))

export const newUser = v.object({
  username: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  email: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  password,
  profile: v.optional(plainObject),
  invitation: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(1000)))),
  locale: v.optional(v.picklist(LOCALES)),
})

/** @throws DdpError 400 `Match failed` */
export function checkArgs<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T {
  const result = v.safeParse(schema, value)
  if (!result.success) throw new DdpError(400, 'Match failed')
  return result.output
}

/** Returns the digest to check or to store. @throws DdpError 500 for an algorithm other than sha-256 (as Meteor 2.2 does) */
export function readSha256Digest(given: { digest: string; algorithm: string }): string {
  if (given.algorithm !== 'sha-256') throw new DdpError(500, 'Internal server error')
  return given.digest
}
