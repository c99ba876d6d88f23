import type * as v from 'valibot'
import { eventCallIdUsed, eventsVoid, noScoreInEvent, resultUnconfirmed } from '#events/contract/attempts.ts'
import { noMachineInEvent } from '#events/contract/errors.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import type { VoidWindow } from '#events/rules/attempt.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { fieldError } from '#platform/live/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { attemptSubject, createAttemptChange } from '../attempts/attempt-log.ts'
import { listEventAttempts, lockAttempt } from '../attempts/attempt-store.ts'
import { insertVoid, type NewVoid, wasVoided } from '../attempts/void-store.ts'
import { createEventChange } from '../changes.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { bracketRulesOf } from '../rounds/bracket.ts'
import { changePlayed } from '../rounds/follow-results.ts'
import { updateGameScores } from '../rounds/game-scores.ts'
import { noGame, resultSubject } from '../rounds/result-subject.ts'
import { isComplete, lockMatchGroup, setResult } from '../rounds/round-store.ts'
import { type EventRow, eventMachines, findEventMachine } from '../store.ts'

type VoidTarget = v.InferOutput<typeof eventsVoid.input>['what']

interface PlannedVoid {
  row: Pick<NewVoid, 'attemptId' | 'window' | 'game' | 'arrangement'>
  subject: Extract<StoredLogSubject, { reason?: string }>
  /** the groups whose scores may have changed */
  groupIds?: readonly string[]
  /** what follows from it */
  changes?: readonly NewChange[]
  createChange: (id: string) => NewChange | Promise<NewChange>
}

export const voidPlay = handle(eventsVoid, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    const { _id: id, eventId, what, reason = '', reopens = false } = call.input
    const fingerprint = fingerprintValues(what, reason)
    if (await wasVoided(tx, id, eventId, userId, fingerprint)) return []
    const { row, subject, groupIds = [], changes = [], createChange } = await planVoid(tx, event, what, { reopens, now })
    if (!(await insertVoid(tx, { id, eventId, by: userId, fingerprint, ...row }))) throw eventCallIdUsed()
    const withReason = reason === '' ? subject : { ...subject, reason }
    await insertLog(tx, { eventId, by: userId, action: 'voided', subject: withReason, voidId: id })
    const ofGame = await updateGameScores(tx, services, groupIds)
    return [await createChange(id), ...changes, createEventChange(eventId, { kind: 'log' }), ...ofGame]
  }),
)

async function planVoid(tx: Db, event: EventRow, target: VoidTarget, how: { reopens: boolean; now: number }): Promise<PlannedVoid> {
  if ('attemptId' in target) {
    await lockAttempt(tx, target.attemptId)
    const [attempt] = await listEventAttempts(tx, event.id, { id: target.attemptId })
    if (attempt === undefined) throw noScoreInEvent()
    return {
      row: { attemptId: attempt.id, window: null, game: null },
      subject: await attemptSubject(tx, event.id, attempt),
      createChange: voidId => createAttemptChange(tx, event.id, attempt.id, { voidId }),
    }
  }
  if ('groupId' in target) return planVoidGame(tx, event, target.groupId, { number: target.game ?? 1, ...how })
  const machine = await findEventMachine(tx, event.id, target.machineId)
  if (machine === null) throw noMachineInEvent()
  if (target.from >= target.to) throw fieldError('what.to', fieldRule('after-start', 'must come after from'))
  const window: Omit<VoidWindow, 'id'> = { machineId: target.machineId, from: target.from.getTime(), to: target.to.getTime() }
  return {
    row: { attemptId: null, window, game: null },
    subject: { kind: 'window', machine: machine.name, from: target.from.toISOString(), to: target.to.toISOString() },
    createChange: id => createEventChange(event.id, { kind: 'window', window: { id, ...window } }),
  }
}

const NO_RESULT = { result: null, places: null, scores: null, scoredAt: null, confirmed: false, entries: [] }

async function planVoidGame(
  tx: Db,
  event: EventRow,
  groupId: string,
  { number, reopens, now }: { number: number; reopens: boolean; now: number },
): Promise<PlannedVoid> {
  const { id: eventId, format } = event
  const group = await lockMatchGroup(tx, eventId, groupId)
  const played = group?.games[number - 1]
  if (group === null || played === undefined) throw noGame(group)
  if (!played.confirmed) throw resultUnconfirmed()
  const { machineId, places, scores, scoredAt } = played
  // `enteredBy` stays, because the result is shown again when the void is undone.
  const change = () => setResult(tx, { groupId, game: number }, { ...played, ...NO_RESULT })
  const { replaced, lost, changes } = await changePlayed(tx, event, now, { groupId, change, reopens, isCorrection: true })
  const game = { groupId, game: number, machineId, result: played.result!, places, scores, scoredAt }
  const machines = await eventMachines(tx, eventId)
  const results = [...(isComplete(group) ? [{ groupId, roundId: group.roundId, round: group.round }] : []), ...lost]
  return {
    row: { attemptId: null, window: null, ...(replaced.length === 0 ? { game } : { arrangement: replaced }) },
    groupIds: [groupId, ...replaced.flatMap(each => each.groupIds)],
    // Whoever watches a bracket reads all of it again.
    changes: bracketRulesOf(event) === null ? changes : [],
    subject: resultSubject({ group, game: number, machines }, format, { order: game.result, places }),
    createChange: () => createEventChange(eventId, { kind: 'rounds', results }),
  }
}
