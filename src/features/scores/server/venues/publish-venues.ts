import { type PlayerCard, userChanged } from '#accounts/server/changes.ts'
import { membershipChanged } from '#groups/server/changes.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { documentsById } from '#platform/live/server/live-query.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import {
  type VenueLeaderDoc,
  type VenuePlayerDoc,
  type VenueTextsDoc,
  venuesLeaders,
  venuesPlayers,
  venuesTexts,
} from '#scores/contract/venues.ts'
import type { VenuesApi } from '#venues/server/api.ts'
import { venueChanged } from '#venues/server/changes.ts'
import { periodAt } from '../boards/periods.ts'
import { keepsBoardsUnchanged, type ScoreChange, scoreChanged, scoresErased, scoresMerged } from '../changes.ts'
import { linkableBy } from './linkable.ts'
import { countTexts, venueLeaders, venuePlayers } from './venue-store.ts'

const CACHE = { name: 'venue boards', maxIdle: 300 }
const DAY = 86_400_000
const PLAYING_DAYS = 90
const MOST_PLAYERS = 30

const venueKey = (venueId: string): string => `venue:${venueId}`
const userKey = (userId: string): string => `user:${userId}`
const groupKey = (groupId: string): string => `group:${groupId}`
/** of every change that may concern any venue, such as a machine that was merged into another */
const ANY_VENUE = 'any venue'

/** The keys of the venues that a change of a score concerns. */
const venuesOfScore = (change: ScoreChange): string[] =>
  keepsBoardsUnchanged(change) ? [] : [change.score.venueId, change.leftVenue].flatMap(venueId => (venueId ? [venueKey(venueId)] : []))
/** of every change that may concern any text */
const ANY_TEXT = 'any text'
/** The key of the scores whose text names a place so. */
const textKey = (text: string): string => `text ${text.toLowerCase()}`
const cardOf = ({ card, userId }: { card?: PlayerCard; userId: string }): string[] => (card === undefined ? [] : [userKey(userId)])

/** Publishes who leads and who plays in a venue, and which scores could be linked to it. */
export function publishVenueBoards({ live }: Pick<FeatureContext, 'live'>, venues: VenuesApi): void {
  const reloadOn = [
    scoreChanged.touches(venuesOfScore),
    scoresErased.touches(() => [ANY_VENUE]),
    scoresMerged.touches(() => [ANY_VENUE]),
    venueChanged.touches(({ venueId, part }) => (part === 'venue' || part === 'machines' ? [venueKey(venueId)] : [])),
    userChanged.touches(cardOf),
  ]

  live.query(venuesLeaders, {
    cache: CACHE,
    async params({ slug, window = 'all' }, publishing) {
      const { id } = await venues.authorizeAndWatchSlug(publishing, slug)
      return { venueId: id, window }
    },
    key: ({ venueId, window }) => `leaders ${venueId} ${window}`,
    async load(tx, { venueId, window }, { now, watchKeys, reloadAt }) {
      watchKeys(venueKey(venueId), ANY_VENUE)
      const venue = await venues.venue(venueId)
      if (venue === null) return {}
      const period = periodAt(window, new Date(now), venue.timeZone)
      if (period !== null) reloadAt(period.to)
      const rows = await venueLeaders(tx, venueId, period)
      watchKeys(...rows.map(({ userId }) => userKey(userId)))
      return {
        venueLeaders: documentsById(rows, ({ avatar, achievedAt, ...row }) => {
          const document: VenueLeaderDoc = {
            venueId,
            window,
            ...row,
            ...(avatar === null ? {} : { avatar }),
            achievedAt: new Date(achievedAt),
          }
          return [`${venueId}/${row.machineId}/${window}`, { ...document }]
        }),
      }
    },
    reloadOn,
  })

  live.query(venuesPlayers, {
    cache: CACHE,
    params: async ({ slug }, publishing) => (await venues.authorizeAndWatchSlug(publishing, slug)).id,
    key: venueId => `players ${venueId}`,
    async load(tx, venueId, { now, watchKeys, reloadAt }) {
      watchKeys(venueKey(venueId), ANY_VENUE)
      // In whole days, so that nothing has to be counted again because some minutes have passed.
      const today = now - (now % DAY)
      reloadAt(today + DAY)
      const rows = await venuePlayers(tx, venueId, today - PLAYING_DAYS * DAY, MOST_PLAYERS)
      watchKeys(...rows.map(({ userId }) => userKey(userId)))
      return {
        venuePlayers: documentsById(rows, ({ userId, avatar, lastPlayedAt, ...row }) => {
          const document: VenuePlayerDoc = { venueId, ...row, ...(avatar === null ? {} : { avatar }), lastPlayedAt: new Date(lastPlayedAt) }
          return [`${venueId}/${userId}`, { ...document }]
        }),
      }
    },
    reloadOn,
  })

  live.query(venuesTexts, {
    cache: CACHE,
    async params({ venueId }, publishing) {
      const userId = signedIn(publishing)
      const venue = await venues.authorizeAndWatch(publishing, venueId)
      return { venueId, userId, whose: await linkableBy(venues, venue, userId) }
    },
    key: ({ venueId, whose }) => `texts ${venueId} ${JSON.stringify(whose)}`,
    async load(tx, { venueId, whose }, { watchKeys }) {
      watchKeys(venueKey(venueId), ANY_VENUE)
      if (whose !== 'all' && 'groupId' in whose) watchKeys(groupKey(whose.groupId))
      const venue = await venues.venue(venueId)
      watchKeys(ANY_TEXT)
      if (venue !== null) watchKeys(textKey(venue.name))
      const document: VenueTextsDoc = { scores: venue === null ? 0 : await countTexts(tx, venue.name, whose) }
      return { venueTexts: [[venueId, { ...document }]] }
    },
    reloadOn: [
      ...reloadOn,
      scoreChanged.touches(({ op, score }) => {
        // The text of a removed score is not in the change.
        if (op === 'removed') return [ANY_TEXT]
        return score.location === null || op === 'liked' ? [] : [textKey(score.location)]
      }),
      membershipChanged.touches(({ groupId }) => [groupKey(groupId)]),
    ],
  })
}
