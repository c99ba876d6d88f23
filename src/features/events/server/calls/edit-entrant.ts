import { eventsEditEntrant, playerHasAccount } from '#events/contract/entrants.ts'
import { noEntrant } from '#events/contract/errors.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange } from '../changes.ts'
import { lockEntrant, saveSeeds, updateGuest } from '../entrants/entrant-store.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'

export const editEntrant = handle(eventsEditEntrant, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, _event, { userId }) => {
    const { eventId, entrantId, displayName, ifpaNumber, seed } = call.input
    const entrant = await lockEntrant(tx, eventId, entrantId)
    if (entrant === null) throw noEntrant()
    const players = [entrantId]
    const isSeeded = seed !== undefined && seed !== entrant.seed
    if (isSeeded) {
      await saveSeeds(tx, eventId, new Map([[entrantId, seed]]))
      await insertLog(tx, { eventId, by: userId, action: 'seeded', subject: { kind: 'players', players } })
    }
    const changesGuest = displayName !== undefined || ifpaNumber !== undefined
    if (changesGuest && entrant.userId !== null) throw playerHasAccount()
    const name = displayName ?? entrant.guestName!
    const ifpa = ifpaNumber === undefined ? entrant.guestIfpa : ifpaNumber
    const isRenamed = name !== entrant.guestName
    if (!changesGuest || (!isRenamed && ifpa === entrant.guestIfpa)) return isSeeded ? [createEventChange(eventId)] : []
    if (isRenamed) await services.access.checkGuestName(tx, name)
    await updateGuest(tx, { id: entrantId, name, ifpaNumber: ifpa })
    const subject: StoredLogSubject = isRenamed ? { kind: 'renamed', name: entrant.guestName!, players } : { kind: 'players', players }
    await insertLog(tx, { eventId, by: userId, action: 'renamed', subject })
    return [createEventChange(eventId)]
  }),
)
