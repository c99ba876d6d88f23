import { eventsRemoveEntrant, playerHasPlayed } from '#events/contract/entrants.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange } from '../changes.ts'
import { deleteUnplayedEntrant, listEntrants } from '../entrants/entrant-store.ts'
import { moveUpWaiting } from '../entrants/wait-list.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { settleGames } from '../rounds/follow-results.ts'

export const removeEntrant = handle(eventsRemoveEntrant, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    const { eventId, entrantId } = call.input
    const [entrant] = await listEntrants(tx, eventId, [entrantId])
    if (entrant === undefined) return []
    const deleted = await deleteUnplayedEntrant(tx, eventId, entrantId)
    if (deleted.length === 0) throw playerHasPlayed()
    // The name is written out, because the entrant is gone; a player with an account is not named.
    const subject: StoredLogSubject =
      entrant.userId === null ? { kind: 'name', name: entrant.displayName } : { kind: 'players', players: [entrantId] }
    await insertLog(tx, { eventId, by: userId, action: 'removed', subject })
    return [
      createEventChange(eventId, { kind: 'entrant-left', entrantId }),
      ...(await moveUpWaiting(tx, event, now)),
      ...(await settleGames(tx, event, now)),
      createEventChange(eventId, { kind: 'log' }),
    ]
  }),
)
