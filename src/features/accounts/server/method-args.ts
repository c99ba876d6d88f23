import * as v from 'valibot'
import { DdpError } from '../../../ddp/wire/error.ts'

/** The shapes of the mission's account calls. Whatever does not fit is 400 `Match failed`, as clients know it. */

/** Nothing that no name holds: Postgres cannot store NUL, and half surrogates would come back as something else. */
const filled = v.pipe(v.string(), v.minLength(1), v.maxLength(1000), v.regex(/^[^\p{Cc}\p{Cs}]*$/u))

/** Hashed in the browser, or as it was typed (asteroid, old scripts). */
export const password = v.union([
  v.pipe(v.string(), v.maxLength(1000)),
  v.strictObject({ digest: v.pipe(v.string(), v.maxLength(1000)), algorithm: v.string() }),
])

export const selector = v.union([v.strictObject({ username: filled }), v.strictObject({ email: filled }), v.strictObject({ id: filled })])

export const plainObject = v.custom<Record<string, unknown>>(
  value => value !== null && typeof value === 'object' && !Array.isArray(value) && Object.getPrototypeOf(value) === Object.prototype,
)

/** A token of a mail's link. */
export const linkToken = v.pipe(v.string(), v.maxLength(1000))

export const forgotten = v.strictObject({ email: filled })

export const credential = v.pipe(v.string(), v.maxLength(1000))

export const newUser = v.object({
  username: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  email: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  password,
  profile: v.optional(plainObject),
  invitation: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(1000)))),
})

/** @throws DdpError 400 `Match failed` */
export function checkArgs<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T {
  const result = v.safeParse(schema, value)
  if (!result.success) throw new DdpError(400, 'Match failed')
  return result.output
}

/** The digest to check or to store. @throws DdpError 500 for an algorithm that is not sha-256 (as 2.2 answers) */
export function algorithmChecked(given: { digest: string; algorithm: string }): string {
  if (given.algorithm !== 'sha-256') throw new DdpError(500, 'Internal server error')
  return given.digest
}
