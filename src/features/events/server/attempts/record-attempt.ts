import type { Clock } from '#ddp/timing/clock.ts'
import {
  eventFull,
  eventNotLive,
  eventScoreIdUsed,
  machineNotInEvent,
  machineOutOfOrder,
  noAttemptLeft,
  playedInRounds,
} from '#events/contract/errors.ts'
import { type EventFormat, scoreRules } from '#events/formats/registry.ts'
import { pinGolfOnly } from '#events/formats/score-format.ts'
import type { Attempt } from '#events/rules/attempt.ts'
import { attemptsLeft } from '#events/rules/attempts-left.ts'
import { scoreAdmission } from '#events/rules/event-state.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { lockUntilCommit } from '#platform/db/lock-until-commit.ts'
import { fieldError } from '#platform/live/contract.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { EventAccess } from '../access.ts'
import type { EventScore } from '../api.ts'
import { createEventChange } from '../changes.ts'
import { ensureEntrant, findEntrant } from '../entrants/entrant-store.ts'
import { requireFinalist } from '../entrants/require-finalist.ts'
import { hasFreePlace } from '../entrants/wait-list.ts'
import * as store from '../store.ts'
import { insertAttempt, listEventAttempts } from './attempt-store.ts'
import { listVoidWindows } from './void-store.ts'

/**
 * Records a player's score, in the transaction that writes it. A player who is not in the event yet becomes an entrant.
 * @throws DdpError 400, 404, 409
 */
export async function recordScore(
  tx: Db,
  { access, clock }: { access: EventAccess; clock: Clock },
  userId: string,
  score: EventScore,
): Promise<NewChange[]> {
  const event = await access.requireVisible(await store.lockEvent(tx, score.eventId, 'to play'), userId)
  await requireFinalist(tx, event, userId)
  const waits = event.capacity !== null && !(await hasPlaceFor(tx, event, userId))
  const { id: entrantId, fresh, waiting } = await ensureEntrant(tx, event.id, userId, { id: uuidv7(), waits, bySelf: true })
  if (waiting) throw eventFull()
  const changes = await recordAttempt(tx, event, { ...score, entrantId, fingerprint: '' }, clock.now())
  return fresh ? [createEventChange(event.id, { kind: 'entrant', entrantId, addsPlayer: true }), ...changes] : changes
}

/** Records an attempt. The caller has locked the entrant, so that two simultaneous scores cannot both use the last attempt. */
export async function recordAttempt(
  tx: Db,
  event: store.EventRow,
  score: Omit<EventScore, 'value'> & { value?: number | undefined; entrantId: string; fingerprint: string },
  now: number,
): Promise<NewChange[]> {
  const { id, entrantId, machineId, value, strokes, at } = score
  const rules = scoreRules(event.format)
  if (rules === null) throw playedInRounds()
  if (strokes !== undefined) checkStrokes(event.format, strokes, value !== undefined)
  const admitted = scoreAdmission(event, at, now)
  if (admitted === null) throw eventNotLive()
  const machine = await store.findEventMachine(tx, event.id, machineId)
  if (machine === null) throw machineNotInEvent()
  if (machine.brokenAt !== null && at >= machine.brokenAt) throw machineOutOfOrder()
  const ownAttempts = await listEventAttempts(tx, event.id, { entrantId, ...(rules.cards === undefined ? { machineId } : {}) })
  const attemptsRemaining = attemptsLeft(rules, ownAttempts, await listVoidWindows(tx, event.id), machineId)
  if (attemptsRemaining !== null && attemptsRemaining <= 0) throw noAttemptLeft()
  const pending = score.pending === true || admitted === 'pending'
  const attempt: Attempt = {
    ...{ id, entrantId, machineId, at, pending },
    ...(value === undefined ? {} : { value }),
    ...(strokes === undefined ? {} : { strokes }),
  }
  if (!(await insertAttempt(tx, event.id, attempt, score.fingerprint))) throw eventScoreIdUsed()
  return [createEventChange(event.id, { kind: 'attempt', attempt })]
}

/**
 * True if the user may play in an event with a limited number of places. Scores of many players are recorded at once, so newcomers come
 * one after the other: two cannot both take the last place.
 */
async function hasPlaceFor(tx: Db, event: store.EventRow, userId: string): Promise<boolean> {
  if ((await findEntrant(tx, event.id, userId)) !== null) return true
  await lockUntilCommit(tx, 'newcomers')
  return hasFreePlace((await store.eventById(tx, event.id))!)
}

/** @throws DdpError 400 */
export function checkStrokes(format: EventFormat, strokes: number, hasValue = true): void {
  const rules = scoreRules(format)
  const problem = rules === null ? pinGolfOnly : rules.strokesProblem(strokes, hasValue)
  if (problem !== null) throw fieldError('strokes', problem)
}
