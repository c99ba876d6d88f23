import * as accountErrors from '#accounts/contract/protocol-errors.ts'
import { readSuspension, type SuspensionDetails } from '#accounts/rules/suspension.ts'
import { ACCOUNT_PROBLEMS } from '#accounts/rules.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { errorTexts } from '#messages/errors'
import { errorCode } from '#platform/live/call-errors.ts'
import { isRetried } from '#platform/live/retried-errors.ts'
import { getActiveLocale } from '#platform/ui/format/locale.ts'
import { dateTimeFormat } from '#platform/ui/format/user-format.ts'
import { userLocale } from '#platform/ui/format/user-locale.ts'
import { waitTime } from '#platform/ui/time/wait-time.ts'
import { roleExists, roleInUse, rolesMixed } from '#roles/contract.ts'
import { translateFieldError } from './field-errors.ts'

/*
 * What the screens say for the errors of the server, in the reader's language: the message `error_CODE`, or that of the error's number where
 * the code has none. A browser fetches this module when the first error occurs (error-texts.ts in platform/live).
 */

/** The codes of Meteor's errors, whose form on the wire has no place for a code. */
const CODES_BY_REASON: ReadonlyMap<string, string> = new Map(
  [...Object.values(accountErrors), roleExists, roleInUse, rolesMixed].map(({ reason, code }) => [reason, code]),
)

/** The codes of what is wrong with a new account, of which the details have the sentence alone. */
const ACCOUNT_CODES: ReadonlyMap<unknown, string> = new Map(Object.entries(ACCOUNT_PROBLEMS).map(([code, words]) => [words, code]))

const textOf = (code: string | number, details: unknown): string | null =>
  errorTexts[`error_${String(code).toLowerCase().replaceAll('-', '_')}`]?.(details as Record<string, string>) ?? null

/** The end is told in the reader's own time zone. */
const describeSuspension = ({ reason, until }: SuspensionDetails['suspension']): string =>
  until === null
    ? m.app_error_suspended_open({ reason })
    : m.app_error_suspended({ reason, when: dateTimeFormat(userLocale()).format(new Date(until)) })

/** @param details of a `too-many-requests`: `{ timeToReset }` in ms */
function limitMessage(details: unknown): string {
  const { timeToReset } = (details ?? {}) as { timeToReset?: unknown }
  if (typeof timeToReset !== 'number') return m.ui_problem_fast()
  const when = waitTime(timeToReset, getActiveLocale())
  return timeToReset <= 120_000 ? m.ui_problem_fast_until({ when }) : m.ui_problem_later_until({ when })
}

/** Returns the text of an error in the reader's language; null: there is none, as for errors that the page itself made. */
export function translateError(failure: DdpError): string | null {
  // Where a page tries again by itself, nobody is asked to.
  if (isRetried(failure)) return m.app_error_retried()
  const { error, reason, details } = failure
  // A service that this site asks may have its limits too; then the error has a code.
  if (error === 'too-many-requests') return textOf(errorCode(failure) ?? '', details) ?? limitMessage(details)
  const suspension = readSuspension(details)
  if (suspension !== null) return describeSuspension(suspension)
  const fieldText = translateFieldError(error === 400 ? details : [{ path: '', code: ACCOUNT_CODES.get(details) }])
  if (fieldText !== null) return fieldText
  const code = errorCode(failure) ?? CODES_BY_REASON.get(reason ?? '') ?? CODES_BY_REASON.get(String(details))
  if (code !== undefined) return textOf(code, details) ?? textOf(error, details)
  // What the page itself says has a reason, and is in the reader's language already.
  const isOfServer = reason === undefined || typeof error === 'string' || error === 500 || Array.isArray(details)
  return isOfServer ? textOf(error, details) : null
}
