import { eventsEditEntrant, playerHasAccount } from '#events/contract/entrants.ts'
import { noEntrant } from '#events/contract/errors.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { createEventChange } from '../changes.ts'
import { lockEntrant, saveSeeds, updateGuest } from '../entrants/entrant-store.ts'
import { setPerson } from '../entrants/person-store.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'

export const editEntrant = handle(eventsEditEntrant, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, { groupId }, { userId }) => {
    const { eventId, entrantId, displayName, ifpaNumber, seed, keep = false } = call.input
    const { people } = services.groups
    const entrant = await lockEntrant(tx, eventId, entrantId)
    if (entrant === null) throw noEntrant()
    const { guestName, guestIfpa, personId } = entrant
    const changes: NewChange[] = []
    const players = [entrantId]
    if (seed !== undefined && seed !== entrant.seed) {
      await saveSeeds(tx, eventId, new Map([[entrantId, seed]]))
      await insertLog(tx, { eventId, by: userId, action: 'seeded', subject: { kind: 'players', players } })
      changes.push(createEventChange(eventId))
    }
    if (displayName === undefined && ifpaNumber === undefined && !keep) return changes
    if (guestName === null) throw playerHasAccount()
    const name = displayName ?? guestName
    const ifpa = ifpaNumber === undefined ? guestIfpa : ifpaNumber
    const isRenamed = name !== guestName
    if (isRenamed || ifpa !== guestIfpa) {
      if (isRenamed) await services.access.checkGuestName(tx, name)
      await updateGuest(tx, { id: entrantId, name, ifpaNumber: ifpa })
      const subject: StoredLogSubject = isRenamed ? { kind: 'renamed', name: guestName, players } : { kind: 'players', players }
      await insertLog(tx, { eventId, by: userId, action: 'renamed', subject })
      // The group knows the person by the corrected name from then on. Entries in other events stay, as their directors have them.
      if (personId !== null) changes.push(...(await people.correct(tx, personId, { name, ifpaNumber: ifpa })))
      changes.push(createEventChange(eventId))
    }
    if (keep && personId === null && groupId !== null) {
      const person = { id: uuidv7(), name, ifpaNumber: ifpa }
      const kept = await people.keep(tx, groupId, userId, [person])
      if (kept.refusal !== null) throw kept.refusal
      await setPerson(tx, entrantId, person.id)
      changes.push(...kept.changes, createEventChange(eventId))
    }
    return changes
  }),
)
