import { userChanged } from '#accounts/server/changes.ts'
import type { EventsApi, GameBetween } from '#events/server/api.ts'
import { eventChanged } from '#events/server/changes.ts'
import { groupChanged } from '#groups/server/changes.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { removeAll } from '#platform/live/server/documents.ts'
import { documentsById, updates } from '#platform/live/server/live-query.ts'
import { settingsChanged } from '#platform/settings/site-settings.ts'
import { playersSummary } from '#players/contract/summary.ts'
import type { PlayersApi } from '#players/server/api.ts'
import { ratingsList } from '../contract/list.ts'
import { type Meetings, MOST_NIGHTS, type RatingDoc, type RatingHistoryDoc, ratingsVersus, type VersusDoc } from '../contract/ratings.ts'
import { compareFinish, MIN_GAMES } from '../rules.ts'
import { ratingsChanged } from './changes.ts'
import * as store from './store.ts'

/** Key of all views of ratings. */
const ALL = 'all'
/** Key of the lists. */
const LIST = 'list'
/** Key of the views of meetings, any of which may have one event more. */
const ANY_EVENT = 'any event'
/** Nights that the history of a player shows. */
const SHOWN_NIGHTS = 200

const userKey = (userId: string): string => `user ${userId}`
/** Key of what only the player sees. */
const ownKey = (userId: string): string => `own ${userId}`
const eventKey = (eventId: string): string => `event ${eventId}`
const groupKey = (groupId: string): string => `group ${groupId}`

const toDocument = ({ userId: _, avatar, hidden, ...rating }: store.RatingRow): RatingDoc => ({
  ...rating,
  ...(avatar === null ? {} : { avatar }),
  ...(hidden ? { hidden } : {}),
})

const toHistory = (userId: string, { at, groupId: _, ...night }: store.RatedNightRow): RatingHistoryDoc => ({
  userId,
  ...night,
  at: new Date(at),
})

/** What others see of a rating is removed at once, before it is read again without what became hidden. */
const RATING_RULES = [
  updates(
    settingsChanged,
    ({ rows }) => (rows.some(({ key }) => key === 'ratings') ? [ALL] : []),
    (_source, documents) => removeAll(documents, 'ratings', 'ratingHistory'),
    { revokes: true },
  ),
  updates(
    ratingsChanged,
    ({ userIds }) => (userIds === null ? [] : [LIST, ...userIds.map(userKey)]),
    (_source, documents, { userIds }) => {
      for (const id of userIds ?? []) {
        documents.remove('ratings', id)
        for (const entry of documents.ids('ratingHistory')) if (entry.startsWith(`${id}/`)) documents.remove('ratingHistory', entry)
      }
      return true
    },
    { revokes: true },
  ),
  updates(
    groupChanged,
    ({ groupId, visibility }) => (visibility === 'public' ? [] : [groupKey(groupId)]),
    (_source, documents) => removeAll(documents, 'ratingHistory'),
    { revokes: true },
  ),
  ratingsChanged.touches(({ userIds }) => (userIds === null ? [ALL] : userIds.map(ownKey))),
  userChanged.touches(({ userId, card }) => (card === undefined ? [] : [LIST, userKey(userId), ownKey(userId)])),
]

export function registerPublications(
  { live, settings }: FeatureContext,
  { events, players }: { events: EventsApi; players: PlayersApi },
): void {
  const cache = { name: 'ratings', maxIdle: 300 }
  live.query(ratingsList, {
    cache,
    params: ({ limit = 50, minGames = MIN_GAMES }) => ({ limit, minGames }),
    standing: ({ limit, minGames }) => limit === 50 && minGames === MIN_GAMES,
    key: ({ limit, minGames }) => `list ${limit} ${minGames}`,
    async load(tx, { limit, minGames }, { watchKeys }) {
      watchKeys(ALL, LIST)
      const rows = settings.current().ratings ? await store.listRatings(tx, limit, minGames) : []
      return { ratings: documentsById(rows, row => [row.userId, toDocument(row)]) }
    },
    reloadOn: RATING_RULES,
  })

  live.query(playersSummary, {
    cache,
    async params({ username }, publishing) {
      const userId = await players.userIdByName(username)
      // A view that shows nothing would cost each page of a player three statements.
      if (!settings.current().ratings) return null
      return { userId, isOwn: publishing.userId === userId }
    },
    key: ({ userId, isOwn }) => `one ${userId} ${isOwn}`,
    async load(tx, { userId, isOwn }, { watchKeys }) {
      watchKeys(ALL, isOwn ? ownKey(userId) : userKey(userId))
      const rating = settings.current().ratings ? await store.findRating(tx, userId) : null
      if (rating === null || (rating.hidden && !isOwn)) return { ratings: [], ratingHistory: [] }
      const nights = await store.listNightsOf(tx, userId, SHOWN_NIGHTS)
      watchKeys(...nights.flatMap(({ groupId }) => (groupId === null ? [] : [groupKey(groupId)])))
      return {
        ratings: documentsById([rating], row => [userId, toDocument(row)]),
        ratingHistory: documentsById(nights, night => [`${userId}/${night.eventId}`, toHistory(userId, night)]),
      }
    },
    reloadOn: RATING_RULES,
  })

  live.query(ratingsVersus, {
    cache: { name: 'meetings', maxIdle: 300 },
    async params({ username, other }) {
      const [userId, otherId] = [await players.userIdByName(username), await players.userIdByName(other)]
      return userId === otherId ? null : { userId, otherId }
    },
    key: ({ userId, otherId }) => `versus ${userId} ${otherId}`,
    async load(tx, { userId, otherId }, { watchKeys }) {
      const { headToHead } = events
      const shared = await headToHead.listShared(tx, userId, otherId)
      watchKeys(
        ANY_EVENT,
        userKey(otherId),
        ...shared.flatMap(({ eventId, groupId }) => [eventKey(eventId), ...(groupId === null ? [] : [groupKey(groupId)])]),
      )
      const other = await store.findPlayer(tx, otherId)
      const games = await headToHead.listBetween(tx, userId, otherId)
      if (other === null || games.length === 0) return { versus: [] }
      const document: VersusDoc = {
        userId,
        otherId,
        otherUsername: other.username,
        otherDisplayName: other.displayName,
        ...countMeetings(games),
      }
      return { versus: documentsById([document], each => [`${userId}/${otherId}`, each]) }
    },
    reloadOn: [
      eventChanged.touches(({ eventId, change }) => {
        // The change does not say which user has become an entrant.
        if (change === null || change.kind === 'entrant' || change.kind === 'entrant-left') return [ANY_EVENT]
        return change.kind === 'rounds' || change.kind === 'standings-held' ? [eventKey(eventId)] : []
      }),
      updates(
        groupChanged,
        ({ groupId, visibility }) => [visibility === 'public' ? ANY_EVENT : groupKey(groupId)],
        (_source, documents, { visibility }) => visibility === 'public' || removeAll(documents, 'versus'),
        { revokes: true },
      ),
      userChanged.touches(({ userId, card }) => (card === undefined ? [] : [userKey(userId)])),
    ],
  })
}

/** Counts what two players have played against each other. @param games the latest night first */
function countMeetings(games: readonly GameBetween[]): Pick<VersusDoc, keyof Meetings | 'machines' | 'nights'> {
  const all = noMeetings()
  const machines = new Map<string, VersusDoc['machines'][number]>()
  const nights = new Map<string, VersusDoc['nights'][number]>()
  for (const { eventId, eventName, startsAt, machineId, machineName, place, otherPlace } of games) {
    const night = nights.get(eventId) ?? { eventId, name: eventName, at: new Date(startsAt), ...noMeetings() }
    nights.set(eventId, night)
    const counted: Meetings[] = [all, night]
    if (machineId !== null) {
      const machine = machines.get(machineId) ?? { machineId, name: machineName!, ...noMeetings() }
      machines.set(machineId, machine)
      counted.push(machine)
    }
    for (const meetings of counted) {
      meetings.games++
      meetings[compareFinish(place, otherPlace)]++
    }
  }
  return {
    ...all,
    machines: [...machines.values()].sort((a, b) => b.games - a.games),
    nights: [...nights.values()].slice(0, MOST_NIGHTS),
  }
}

const noMeetings = (): Meetings => ({ games: 0, ahead: 0, behind: 0, level: 0 })
