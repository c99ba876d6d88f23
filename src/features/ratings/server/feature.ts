import type { AccountsApi } from '#accounts/server/api.ts'
import type { EventsApi } from '#events/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import type { PlayersApi } from '#players/server/api.ts'
import type { RatingsApi } from './api.ts'
import { hideRating } from './calls/hide.ts'
import { ratingsChanged } from './changes.ts'
import { recomputeRatings } from './compute-ratings.ts'
import { registerPublications } from './publications.ts'
import * as store from './store.ts'
import { startUpdates } from './updates.ts'

/** Nights that the export of an account lists. */
const EXPORTED_NIGHTS = 100_000

export function startRatings(
  platform: FeatureContext,
  { accounts, events, players }: { accounts: AccountsApi; events: EventsApi; players: PlayersApi },
): RatingsApi {
  const { database, clock, settings, live } = platform
  const options = { database, clock, settings, headToHead: events.headToHead }
  const updates = startUpdates(platform, options)
  // A player who hides the rating is seeded like one without, because the order of the seeds would tell it.
  events.registerSeeds('rating', async (tx, { entrants }) => {
    if (!settings.current().ratings) return null
    const best = await store.listBest(
      tx,
      entrants.flatMap(({ userId }) => userId ?? []),
    )
    const seeds = new Map(best.map((userId, i) => [userId, i + 1]))
    return new Map(
      entrants.flatMap(({ id, userId }): [string, number][] => (userId !== null && seeds.has(userId) ? [[id, seeds.get(userId)!]] : [])),
    )
  })
  registerPublications(platform, { events, players })
  registerCalls(live, [hideRating], platform)
  accounts.onDelete(async (tx, { userId }) => {
    await store.deleteUserRating(tx, userId)
    return [ratingsChanged.of({ userIds: [userId] })]
  })
  accounts.onExport(async userId => {
    const rating = await store.findRating(database.db, userId)
    const nights = await store.listNightsOf(database.db, userId, EXPORTED_NIGHTS)
    const hidden = await store.isRatingHidden(database.db, userId)
    if (rating === null) return { 'ratings.json': { hidden, rating: null, history: [] } }
    const { rating: value, uncertainty, games, nights: played } = rating
    const history = nights.map(({ at, groupId: _, ...night }) => ({ ...night, at: new Date(at) }))
    return { 'ratings.json': { hidden, rating: value, uncertainty, games, nights: played, history } }
  })
  return {
    async recompute() {
      const { entries, ...result } = await recomputeRatings(options)
      await live.changeLog.publish(entries)
      return result
    },
    runOnce: () => updates.runOnce(),
  }
}
