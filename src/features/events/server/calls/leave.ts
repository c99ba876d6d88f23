import { eventsLeave, hasScoresInEvent } from '#events/contract/entrants.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { attachEvent } from '../attach-event.ts'
import { createEventChange } from '../changes.ts'
import { deleteUnplayedEntrant, findEntrant } from '../entrants/entrant-store.ts'
import { moveUpWaiting } from '../entrants/wait-list.ts'
import type { EventServices } from '../event-services.ts'
import { settleGames } from '../rounds/follow-results.ts'
import { lockEvent } from '../store.ts'

/** Leaving an event that the user is not in changes nothing. */
export const leaveEvent = handle(eventsLeave, async (call, { access, clock }: EventServices) => {
  const { eventId } = call.input
  const userId = signedIn(call)
  await call.commit(async tx => {
    const event = await access.requireVisible(await lockEvent(tx, eventId, 'to change'), userId)
    const entrantId = await findEntrant(tx, eventId, userId)
    if (entrantId === null) return []
    const deleted = await deleteUnplayedEntrant(tx, eventId, entrantId)
    if (deleted.length === 0) throw hasScoresInEvent()
    const left = createEventChange(eventId, { kind: 'entrant-left', entrantId })
    const others = [...(await moveUpWaiting(tx, event, clock.now())), ...(await settleGames(tx, event, clock.now()))]
    return attachEvent(tx, eventId, [left, ...others])
  })
  return {}
})
