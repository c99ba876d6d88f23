import { DdpError } from '#ddp/wire/error.ts'
import { type AddedEntrant, eventsAddPlayers, type NewEntrant } from '#events/contract/entrants.ts'
import { entrantIdUsed, eventOver } from '#events/contract/errors.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import { isOver } from '#events/rules/event-state.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { EventAccess } from '../access.ts'
import { createEventChange } from '../changes.ts'
import { ensureEntrant, insertGuest, lockEntrant, setPresence } from '../entrants/entrant-store.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import type { EventRow } from '../store.ts'

/** An entry that cannot be added does not hinder the others. */
export const addPlayers = handle(eventsAddPlayers, async (call, services: EventServices) => {
  const { eventId, entries } = call.input
  let added: AddedEntrant[] = []
  await changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    if (isOver(event, now)) throw eventOver()
    added = []
    const changes: NewChange[] = []
    for (const entry of entries) {
      try {
        const { entrantId, isNew } = await addPlayer(tx, services.access, event, entry)
        added.push({ _id: entry._id, entrantId })
        if (!isNew) continue
        const isUser = 'userId' in entry
        const subject: StoredLogSubject = { kind: 'players', players: [entrantId] }
        await insertLog(tx, { eventId, by: userId, action: isUser ? 'player' : 'guest', subject })
        const isTold = isUser && entry.userId !== userId
        changes.push(createEventChange(eventId, { kind: 'entrant', entrantId, ...(isTold ? { notice: 'added' } : {}) }))
      } catch (error) {
        if (!(error instanceof DdpError)) throw error
        added.push({ _id: entry._id, error: error.reason ?? '' })
      }
    }
    return changes.length === 0 ? [] : [...changes, createEventChange(eventId, { kind: 'log' })]
  })
  return { entrants: added }
})

async function addPlayer(tx: Db, access: EventAccess, event: EventRow, entry: NewEntrant): Promise<{ entrantId: string; isNew: boolean }> {
  if ('userId' in entry) {
    await access.findPossibleEntrant(event, entry.userId)
    // A director's players have a place even if the event is full, and one who waited need not wait any longer.
    const { userId, presence = 'here' } = entry
    const { id, fresh, waiting } = await ensureEntrant(tx, event.id, userId, { id: uuidv7(), presence, bySelf: false })
    if (waiting) await setPresence(tx, [id], 'here')
    return { entrantId: id, isNew: fresh || waiting }
  }
  const { _id: id, displayName: name, ifpaNumber = null, presence = 'here' } = entry
  // A guest who is there stays when the call is repeated.
  if ((await lockEntrant(tx, event.id, id)) === null) await access.checkGuestName(tx, name)
  if (await insertGuest(tx, event.id, { id, name, ifpaNumber, presence })) return { entrantId: id, isNew: true }
  const existing = await lockEntrant(tx, event.id, id)
  if (existing?.guestName === name && existing.guestIfpa === ifpaNumber) return { entrantId: id, isNew: false }
  throw entrantIdUsed()
}
