import { eventsNeeds, notInEvent } from '#events/contract/attempts.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { EventServices } from '../event-services.ts'

export const listNeeds = handle(eventsNeeds, async (call, { access, standings }: EventServices) => {
  const { eventId } = call.input
  const userId = signedIn(call)
  await access.getVisible(eventId, userId)
  const needs = await standings.requiredScores(eventId, userId)
  if (needs === null) throw notInEvent()
  return needs
})
