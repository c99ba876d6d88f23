import { userChanged } from '#accounts/server/api.ts'
import type { NeedOnMachine } from '#events/contract/documents.ts'
import { eventsStandings } from '#events/contract/publications.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { updates } from '#platform/live/server/live-query.ts'
import type { View } from '#platform/live/server/view.ts'
import { eventChanged } from '../changes.ts'
import type { EventViewers } from '../event-viewers.ts'
import { StandingsView } from './standings-view.ts'

/** The standings that are currently subscribed to. */
export class StandingsViewCache {
  readonly #platform: FeatureContext
  readonly #openViews = new Map<StandingsView, View>()

  constructor(platform: FeatureContext, viewers: EventViewers) {
    this.#platform = platform
    platform.live.query(eventsStandings, {
      cache: { name: 'standings', maxIdle: 100 },
      async params({ eventId, device, limit = 100 }, publishing) {
        await viewers.authorize({ eventId, device }, publishing)
        return { eventId, limit }
      },
      key: ({ eventId, limit }) => `${eventId} ${limit}`,
      open: ({ eventId, limit }, view) => {
        const source = new StandingsView(platform.database, eventId, limit, closed => this.#openViews.delete(closed))
        this.#openViews.set(source, view)
        return source
      },
      updateOn: [
        updates(
          userChanged,
          ({ userId, card }) => (card === undefined ? [] : [userId]),
          (source: StandingsView, documents, { userId, card }) => source.applyName(userId, card!, documents),
        ),
        updates(
          eventChanged,
          ({ eventId }) => [eventId],
          (source: StandingsView, documents, { change }) => source.apply(change, documents),
        ),
      ],
    })
  }

  /**
   * Computes what a user needs to gain a rank, from standings that are loaded already if there are any, otherwise from the database.
   * @returns null if the user is not in the event
   */
  async requiredScores(eventId: string, userId: string): Promise<NeedOnMachine[] | null> {
    for (const [source, view] of this.#openViews)
      if (source.eventId === eventId && view.loaded && !view.isStale) return source.requiredScores(userId)
    const source = new StandingsView(this.#platform.database, eventId, 0, () => undefined)
    ;(await source.load()).documents()
    return source.requiredScores(userId)
  }
}
