import { eventsEnter, playerOnWaitList } from '#events/contract/attempts.ts'
import { noEntrant } from '#events/contract/errors.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import { handleRecording } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { wasEntered } from '../attempts/attempt-store.ts'
import { recordAttempt } from '../attempts/record-attempt.ts'
import { createEventChange } from '../changes.ts'
import { lockEntrant } from '../entrants/entrant-store.ts'
import type { EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { findActor } from '../staff/linked-device.ts'
import { findEventMachine, lockEvent } from '../store.ts'

export const enterScore = handleRecording(eventsEnter, async (call, services: EventServices) => {
  const { access, clock } = services
  const { _id: id, device: _, playedAt, ...input } = call.input
  const { eventId, entrantId, machineId, value = null, strokes } = input
  const { userId, byDevice } = await findActor(call, services)
  const fingerprint = fingerprintValues({ id, ...input }, playedAt)
  const now = clock.now()
  const at = Math.min(playedAt?.getTime() ?? now, now)
  await call.commit(async tx => {
    const event = await access.requireScorekeeper(await lockEvent(tx, eventId, 'to play'), userId)
    if (await wasEntered(tx, id, eventId, fingerprint)) return []
    const entrant = await lockEntrant(tx, eventId, entrantId)
    if (entrant === null) throw noEntrant()
    if (entrant.waiting) throw playerOnWaitList()
    const changes = await recordAttempt(tx, event, { id, ...input, at, fingerprint }, clock.now())
    const machine = (await findEventMachine(tx, eventId, machineId))?.name ?? null
    const alone = value === null && strokes !== undefined ? { strokes } : {}
    const subject: StoredLogSubject = { kind: 'score', value, ...alone, machine, players: [entrantId] }
    await insertLog(tx, { eventId, by: userId, byDevice, action: 'entered', subject })
    return [...changes, createEventChange(eventId, { kind: 'log' })]
  })
  return {}
})
