import { eventsExport } from '#events/contract/publications.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { EventServices } from '../event-services.ts'

export const downloadEvent = handle(eventsExport, async (call, { access, exports }: EventServices) => {
  const { eventId, as } = call.input
  await access.requireStandings(await access.getVisible(eventId, call.userId), call.userId)
  return { ...(await exports.get(eventId, as)) }
})
