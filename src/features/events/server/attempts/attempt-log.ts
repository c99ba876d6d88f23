import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import type { Attempt } from '#events/rules/attempt.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { ScoreRuling } from '../api.ts'
import { createEventChange } from '../changes.ts'
import { findEntrant } from '../entrants/entrant-store.ts'
import { insertLog } from '../log/event-log-store.ts'
import { findEventMachine } from '../store.ts'
import { findEventOfAttempt, listEventAttempts } from './attempt-store.ts'

/**
 * Logs what someone other than the score's player did to the score of an attempt.
 * @returns the change for the change log; none if nothing was logged
 */
export async function logScoreRuling(tx: Db, attemptId: string, { by, as }: ScoreRuling): Promise<NewChange[]> {
  const eventId = await findEventOfAttempt(tx, attemptId)
  if (eventId === null) return []
  const [attempt] = await listEventAttempts(tx, eventId, { id: attemptId })
  if (attempt === undefined || (await findEntrant(tx, eventId, by)) === attempt.entrantId) return []
  const subject = { ...(await attemptSubject(tx, eventId, attempt)), players: [attempt.entrantId], ruling: as }
  await insertLog(tx, { eventId, by, action: 'judged', subject })
  return [createEventChange(eventId, { kind: 'log' })]
}

/** Returns an attempt for the event's log. */
export async function attemptSubject(
  tx: Db,
  eventId: string,
  { machineId, value, strokes }: Attempt,
): Promise<Extract<StoredLogSubject, { kind: 'score' }>> {
  const alone = value === undefined && strokes !== undefined ? { strokes } : {}
  return {
    kind: 'score',
    value: value ?? null,
    ...alone,
    machine: (await findEventMachine(tx, eventId, machineId))?.name ?? null,
    players: [],
  }
}

/** Returns the change with an attempt's current state. @param what the void that it has just got, or the one of it that was undone */
export async function createAttemptChange(
  tx: Db,
  eventId: string,
  id: string,
  what: { voidId?: string; undoneId?: string } = {},
): Promise<NewChange> {
  const [attempt] = await listEventAttempts(tx, eventId, { id })
  if (attempt === undefined) return createEventChange(eventId, { kind: 'attempt-removed', attemptId: id })
  return createEventChange(eventId, { kind: 'attempt', attempt, ...what })
}
