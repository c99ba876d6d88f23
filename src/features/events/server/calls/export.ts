import { eventsExport } from '#events/contract/publications.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { EventServices } from '../event-services.ts'
import { finalsOf } from '../stages.ts'

export const downloadEvent = handle(eventsExport, async (call, { access, exports }: EventServices) => {
  const { eventId, as } = call.input
  const event = await access.getVisible(eventId, call.userId)
  await access.requireStandings(event, call.userId)
  // The file for IFPA has the results of the finals in it.
  if (as === 'ifpa') for (const id of finalsOf(event)) await access.requireStandings(await access.getVisible(id, call.userId), call.userId)
  return { ...(await exports.get(eventId, as)) }
})
