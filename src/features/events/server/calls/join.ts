import { eventsJoin } from '#events/contract/entrants.ts'
import { eventOver } from '#events/contract/errors.ts'
import { isOver } from '#events/rules/event-state.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { attachEvent } from '../attach-event.ts'
import { createEventChange } from '../changes.ts'
import { ensureEntrant } from '../entrants/entrant-store.ts'
import { requireFinalist } from '../entrants/require-finalist.ts'
import { hasFreePlace } from '../entrants/wait-list.ts'
import type { EventServices } from '../event-services.ts'
import { lockEvent } from '../store.ts'

/** Joining again changes nothing. */
export const joinEvent = handle(eventsJoin, async (call, { access, clock }: EventServices) => {
  const { eventId } = call.input
  const userId = signedIn(call)
  await call.commit(async tx => {
    const event = await access.requireVisible(await lockEvent(tx, eventId, 'to change'), userId)
    if (isOver(event, clock.now())) throw eventOver()
    await requireFinalist(tx, event, userId)
    const { id, fresh } = await ensureEntrant(tx, eventId, userId, { id: uuidv7(), waits: !hasFreePlace(event), bySelf: true })
    return fresh ? attachEvent(tx, eventId, [createEventChange(eventId, { kind: 'entrant', entrantId: id })]) : []
  })
  return {}
})
