import { DdpError } from '#ddp/wire/error.ts'
import { type AddedEntrant, eventsAddPlayers, type NewEntrant } from '#events/contract/entrants.ts'
import { entrantIdUsed, eventOver } from '#events/contract/errors.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import { isOver } from '#events/rules/event-state.ts'
import type { Presence } from '#events/rules/presence.ts'
import { noPerson } from '#groups/contract.ts'
import type { KeptGuest } from '#groups/server/api.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { createEventChange } from '../changes.ts'
import { ensureEntrant, insertGuest, lockEntrant, setPresence } from '../entrants/entrant-store.ts'
import { findEntrantOfPerson, setPerson } from '../entrants/person-store.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { settleGames } from '../rounds/follow-results.ts'
import type { EventRow } from '../store.ts'

/** An entry that cannot be added does not hinder the others. */
export const addPlayers = handle(eventsAddPlayers, async (call, services: EventServices) => {
  const { eventId, entries } = call.input
  let added: AddedEntrant[] = []
  await changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    if (isOver(event, now)) throw eventOver()
    added = []
    const changes: NewChange[] = []
    const guests: KeptGuest[] = []
    for (const entry of entries) {
      try {
        const { entrantId, isNew, accountId, guest, corrected = [] } = await addPlayer(tx, services, event, entry)
        added.push({ _id: entry._id, entrantId })
        if (!isNew) continue
        if (guest !== undefined) guests.push(guest)
        const isUser = accountId !== undefined
        const subject: StoredLogSubject = { kind: 'players', players: [entrantId] }
        await insertLog(tx, { eventId, by: userId, action: isUser ? 'player' : 'guest', subject })
        const isTold = isUser && accountId !== userId
        changes.push(...corrected, createEventChange(eventId, { kind: 'entrant', entrantId, ...(isTold ? { notice: 'added' } : {}) }))
      } catch (error) {
        if (!(error instanceof DdpError)) throw error
        added.push({ _id: entry._id, error: error.reason ?? '' })
      }
    }
    // Guests whom the list has no room for play all the same.
    if (event.groupId !== null && guests.length > 0) {
      const kept = await services.groups.people.keep(tx, event.groupId, userId, guests)
      for (const id of kept.ids) await setPerson(tx, id, id)
      changes.push(...kept.changes)
    }
    return changes.length === 0 ? [] : [...changes, ...(await settleGames(tx, event, now)), createEventChange(eventId, { kind: 'log' })]
  })
  return { entrants: added }
})

interface AddedPlayer {
  entrantId: string
  /** false: the player was in the event before */
  isNew: boolean
  /** the account that plays; left out for a guest */
  accountId?: string
  /** a guest who is to be put on the group's list */
  guest?: KeptGuest
  /** the changes of the group's list, which has been corrected */
  corrected?: NewChange[]
}

/** Adds one player. @throws DdpError why that cannot be */
export async function addPlayer(tx: Db, services: EventServices, event: EventRow, entry: NewEntrant): Promise<AddedPlayer> {
  const { access } = services
  const { _id: id, presence = 'here' } = entry
  if ('userId' in entry) return addUser(tx, services, event, entry.userId, presence)
  if ('personId' in entry) return addPerson(tx, services, event, entry)
  const { displayName: name, ifpaNumber = null, keep = false } = entry
  // A guest who is there stays when the call is repeated.
  const existing = await lockEntrant(tx, event.id, id)
  if (existing !== null) {
    if (existing.guestName !== name || existing.guestIfpa !== ifpaNumber) throw entrantIdUsed()
    return { entrantId: id, isNew: false }
  }
  await access.checkGuestName(tx, name)
  if (!(await insertGuest(tx, event.id, { id, name, ifpaNumber, presence }))) throw entrantIdUsed()
  return { entrantId: id, isNew: true, ...(keep ? { guest: { id, name, ifpaNumber } } : {}) }
}

/** A director's players have a place even if the event is full, and one who waited need not wait any longer. */
async function addUser(tx: Db, { access }: EventServices, event: EventRow, userId: string, presence: Presence): Promise<AddedPlayer> {
  await access.findPossibleEntrant(event, userId)
  const { id, fresh, waiting } = await ensureEntrant(tx, event.id, userId, { id: uuidv7(), presence, bySelf: false })
  if (waiting) await setPresence(tx, [id], 'here')
  return { entrantId: id, isNew: fresh || waiting, accountId: userId }
}

/** Adds somebody on the group's list: as the account that has claimed the person, otherwise as a guest. Nobody is in an event twice. */
async function addPerson(
  tx: Db,
  services: EventServices,
  event: EventRow,
  { _id: id, personId, ifpaNumber: typedNumber, presence = 'here' }: Extract<NewEntrant, { personId: string }>,
): Promise<AddedPlayer> {
  const person = event.groupId === null ? null : await services.groups.people.lockForShare(tx, event.groupId, personId)
  if (person === null) throw noPerson()
  const { name, userId } = person
  const ifpaNumber = person.ifpaNumber ?? typedNumber ?? null
  if (userId !== null) return addUser(tx, services, event, userId, presence)
  const entrantId = await findEntrantOfPerson(tx, event.id, personId)
  if (entrantId !== null) return { entrantId, isNew: false }
  await services.access.checkGuestName(tx, name)
  if (!(await insertGuest(tx, event.id, { id, name, ifpaNumber, presence, personId }))) throw entrantIdUsed()
  const isCorrected = ifpaNumber !== person.ifpaNumber
  const corrected = isCorrected ? await services.groups.people.correct(tx, personId, { name, ifpaNumber }) : []
  return { entrantId: id, isNew: true, corrected }
}
