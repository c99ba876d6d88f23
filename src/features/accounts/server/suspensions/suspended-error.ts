import { SUSPENDED } from '#accounts/contract/accounts.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { Suspension } from './store.ts'

/** ISO 8601 without seconds, as UTC: "2026-12-01 18:00 UTC". */
const toMinute = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** The answer for a suspended user who has proved to be that user. Programs read `details`; the sentence is for people. */
export function suspendedError({ reason, until }: Suspension): DdpError {
  const end = until === null ? 'an administrator lifts the suspension' : toMinute(until)
  return new DdpError(403, `${SUSPENDED} until ${end}. Reason: ${reason}`, {
    suspension: { reason, until: until === null ? null : until.getTime() },
  })
}
