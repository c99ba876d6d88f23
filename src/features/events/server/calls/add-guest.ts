import { eventsAddGuest, guestIdUsed } from '#events/contract/entrants.ts'
import { eventOver } from '#events/contract/errors.ts'
import { isOver } from '#events/rules/event-state.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange } from '../changes.ts'
import { insertGuest, lockEntrant } from '../entrants/entrant-store.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { settleGames } from '../rounds/follow-results.ts'

export const addGuest = handle(eventsAddGuest, async (call, services: EventServices) => {
  const { _id: id, eventId, displayName: name, ifpaNumber = null } = call.input
  await changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    if (!(await insertGuest(tx, eventId, { id, name, ifpaNumber }))) {
      const existing = await lockEntrant(tx, eventId, id)
      if (existing?.guestName === name && existing.guestIfpa === ifpaNumber) return []
      throw guestIdUsed()
    }
    await services.access.checkGuestName(tx, name)
    if (isOver(event, now)) throw eventOver()
    await insertLog(tx, { eventId, by: userId, action: 'guest', subject: { kind: 'players', players: [id] } })
    const added = createEventChange(eventId, { kind: 'entrant', entrantId: id })
    return [added, ...(await settleGames(tx, event, now)), createEventChange(eventId, { kind: 'log' })]
  })
  return { entrantId: id }
})
