import { eventsDecide, noLateScore } from '#events/contract/attempts.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { attemptSubject, createAttemptChange } from '../attempts/attempt-log.ts'
import { acceptLateAttempt, deleteAttempts, listEventAttempts } from '../attempts/attempt-store.ts'
import { createEventChange } from '../changes.ts'
import type { EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { lockEvent } from '../store.ts'

export const decideLateScore = handle(eventsDecide, async (call, { database, access, acceptedHooks }: EventServices) => {
  const { eventId, attemptId, accept } = call.input
  const userId = signedIn(call)
  const committed = await database.transaction(async tx => {
    await access.requireDirector(await lockEvent(tx, eventId, 'to change'), userId)
    const [attempt] = await listEventAttempts(tx, eventId, { id: attemptId })
    if (attempt?.pending !== true) throw noLateScore()
    // The score is locked before its attempt, as when a moderator decides about it.
    const hookEntries: ChangeLogEntry[] = []
    if (accept) for (const hook of acceptedHooks) hookEntries.push(...(await hook(tx, { attemptId, by: userId })))
    if (accept) await acceptLateAttempt(tx, attemptId)
    else await deleteAttempts(tx, [attemptId])
    const subject = await attemptSubject(tx, eventId, attempt)
    await insertLog(tx, { eventId, by: userId, action: accept ? 'accepted' : 'refused', subject })
    const changes = [await createAttemptChange(tx, eventId, attemptId), createEventChange(eventId, { kind: 'log' })]
    return [...hookEntries, ...(await appendChanges(tx, changes))]
  })
  await call.committed(committed)
  return {}
})
