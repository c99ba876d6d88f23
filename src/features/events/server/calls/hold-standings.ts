import { eventsHoldStandings } from '#events/contract/admin.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange } from '../changes.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { setStandingsHeld } from '../store.ts'

/** Also after the end: the standings are usually held back until the ceremony. */
export const holdStandings = handle(eventsHoldStandings, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, _event, { userId }) => {
    const { eventId, held } = call.input
    if (!(await setStandingsHeld(tx, eventId, held))) return []
    await insertLog(tx, { eventId, by: userId, action: held ? 'standings-held' : 'standings-shown' })
    return [createEventChange(eventId, { kind: 'standings-held', held })]
  }),
)
