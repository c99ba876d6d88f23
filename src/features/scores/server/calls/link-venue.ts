import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { scoresLinkVenue } from '#scores/contract/venues.ts'
import { toScoreChange } from '../apply-score-change.ts'
import type { ScoresServices } from '../services.ts'
import { insertHistory, venueEdited } from '../store.ts'
import { linkableBy } from '../venues/linkable.ts'
import { linkTexts } from '../venues/venue-store.ts'

export const linkVenue = handle(scoresLinkVenue, async (call, { venues }: ScoresServices) => {
  const userId = signedIn(call)
  const venue = await venues.assertVisible(call.input.venueId, userId)
  const whose = await linkableBy(venues, venue, userId)
  let scoreIds: string[] = []
  await call.commit(async tx => {
    const linked = await linkTexts(tx, venue.id, venue.name, whose)
    scoreIds = linked.map(({ id }) => id)
    await insertHistory(tx, ...linked.map(({ id }) => venueEdited(id, userId, { before: false, after: true })))
    return linked.map(score => toScoreChange({ op: 'edited', score }))
  })
  return { scoreIds }
})
