import { checkInCodeUnknown, eventsCheckIn } from '#events/contract/entrants.ts'
import { eventOver } from '#events/contract/errors.ts'
import { isOver } from '#events/rules/event-state.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { attachEvent } from '../attach-event.ts'
import { createEventChange } from '../changes.ts'
import { ensureEntrant, lockEntrant, setPresence } from '../entrants/entrant-store.ts'
import { requireFinalist } from '../entrants/require-finalist.ts'
import { hasFreePlace } from '../entrants/wait-list.ts'
import type { EventServices } from '../event-services.ts'
import { settleGames } from '../rounds/follow-results.ts'
import { findEventByCheckInCode, lockEvent } from '../store.ts'

export const checkIn = handle(eventsCheckIn, async (call, { database, access, clock }: EventServices) => {
  const userId = signedIn(call)
  const eventId = await findEventByCheckInCode(database.db, call.input.code)
  if (eventId === null) throw checkInCodeUnknown()
  let isWaiting = false
  await call.commit(async tx => {
    const event = await access.requireVisible(await lockEvent(tx, eventId, 'to change'), userId)
    if (isOver(event, clock.now())) throw eventOver()
    await requireFinalist(tx, event, userId)
    const { id, fresh } = await ensureEntrant(tx, eventId, userId, { id: uuidv7(), waits: !hasFreePlace(event), bySelf: true })
    const { waiting, presence } = (await lockEntrant(tx, eventId, id))!
    isWaiting = waiting
    const changes: NewChange[] = fresh ? [createEventChange(eventId, { kind: 'entrant', entrantId: id })] : []
    // Who has left comes back by those who run the event: others may have played on since.
    if (!waiting && presence !== 'here' && presence !== 'gone') {
      await setPresence(tx, [id], 'here')
      changes.push(createEventChange(eventId, { kind: 'presence' }), ...(await settleGames(tx, event, clock.now())))
    }
    return attachEvent(tx, eventId, changes)
  })
  return { eventId, ...(isWaiting ? { waiting: true as const } : {}) }
})
