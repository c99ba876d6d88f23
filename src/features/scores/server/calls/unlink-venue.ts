import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { scoresUnlinkVenue } from '#scores/contract/venues.ts'
import { toScoreChange } from '../apply-score-change.ts'
import type { ScoresServices } from '../services.ts'
import { insertHistory, venueEdited } from '../store.ts'
import { unlink } from '../venues/venue-store.ts'

export const unlinkVenue = handle(scoresUnlinkVenue, async (call, { venues }: ScoresServices) => {
  const userId = signedIn(call)
  const { venueId, scoreIds } = call.input
  const venue = await venues.assertVisible(venueId, userId)
  const owner = (await venues.manages(venue.id, userId)) ? null : userId
  await call.commit(async tx => {
    const left = await unlink(tx, venue.id, scoreIds, owner)
    await insertHistory(tx, ...left.map(({ id }) => venueEdited(id, userId, { before: true, after: false })))
    return left.map(score => toScoreChange({ op: 'edited', score, leftVenue: venue.id }))
  })
  return {}
})
