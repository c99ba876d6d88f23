import { userChanged } from '#accounts/server/changes.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { eventChanged } from '#events/server/changes.ts'
import { groupChanged } from '#groups/server/changes.ts'
import { ANY_MACHINE, machineKey, machineKeys, machinesChanged } from '#machines/server/changes.ts'
import type { Db } from '#platform/db/database.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { venueChanged } from '#venues/server/changes.ts'
import { noStation } from '../contract/errors.ts'
import { stationsPlaying, stationsPlayingOn } from '../contract/live-games.ts'
import { type GameOfferDoc, stationsGames, stationsJustPlayed, stationsMine, stationsOfEvent } from '../contract/reported-games.ts'
import { stationsList } from '../contract/stations.ts'
import { CLAIM_BY_CODE_MS, CLAIM_MS } from '../rules/limits.ts'
import { reportedGameChanged, reportingEventChanged, stationsChanged, venueInitialsChanged } from './changes.ts'
import { gameDocument, stationDocument } from './documents.ts'
import { findOffer } from './follow-results.ts'
import * as games from './game-store.ts'
import { authorizeVenueManager } from './manager.ts'
import type { StationsServices } from './services.ts'
import * as store from './station-store.ts'

const CACHE = { name: 'stations', maxIdle: 300 }
/** Games that one list has at most. */
const MOST_GAMES = 50
const MOST_OFFERED = 10

const venueKey = (venueId: string): string => `venue:${venueId}`
const stationKey = (stationId: string): string => `station:${stationId}`
const eventKey = (eventId: string): string => `event:${eventId}`
const groupKey = (groupId: string): string => `group:${groupId}`
const userKey = (userId: string): string => `user:${userId}`
/** Key of what shows the name of a user. */
const nameKey = (userId: string): string => `name:${userId}`

const namesTouch = [
  machinesChanged.touches(machineKeys),
  userChanged.touches(({ userId, card }) => (card === undefined ? [] : [nameKey(userId)])),
]

/** Keys of the machines and users that these games name. */
const namesIn = (rows: readonly games.ReportedGameRow[]): string[] =>
  rows.flatMap(({ machineId, plays }) => [
    machineKey(machineId),
    ...plays.flatMap(({ by, contestedBy }) => [by, contestedBy].flatMap(person => (person === null ? [] : [nameKey(person.userId)]))),
  ])

export function registerPublications(services: StationsServices): void {
  const { database, events, live, liveGames, venues } = services

  live.query(stationsList, {
    cache: CACHE,
    async params({ venueId }, publishing) {
      await authorizeVenueManager(publishing, services, venueId)
      return venueId
    },
    key: venueId => `list ${venueId}`,
    async load(tx, venueId, { watchKeys }) {
      const stations = await store.listStations(tx, venueId)
      watchKeys(venueKey(venueId), ANY_MACHINE, ...stations.map(({ machineId }) => machineKey(machineId)))
      return { stations: stations.map(stationDocument) }
    },
    // A game that has ended is counted at its station.
    reloadOn: [
      stationsChanged.touches(({ venueId }) => [venueKey(venueId)]),
      reportedGameChanged.touches(({ venueId }) => [venueKey(venueId)]),
      ...namesTouch,
    ],
  })
  live.publishDocuments(stationsList, ({ venueId }) => liveGames.seen(venueId))

  live.publishDocuments(stationsPlaying, async ({ venueId }, publishing) => {
    await venues.authorizeAndWatch(publishing, venueId)
    return liveGames.playing(venueId)
  })
  const none = live.documents()
  live.publishDocuments(stationsPlayingOn, async ({ machineId }) =>
    (await services.machines.machine(machineId)) === null ? none : liveGames.playingOn(machineId),
  )

  const loadGames = (rows: readonly games.ReportedGameRow[]) => ({ reportedGames: rows.map(gameDocument) })

  live.query(stationsGames, {
    cache: CACHE,
    async params({ venueId }, publishing) {
      await authorizeVenueManager(publishing, services, venueId)
      return venueId
    },
    key: venueId => `games ${venueId}`,
    async load(tx, venueId, { watchKeys }) {
      const rows = await games.listVenueGames(tx, venueId, MOST_GAMES)
      watchKeys(venueKey(venueId), ANY_MACHINE, ...namesIn(rows))
      return loadGames(rows)
    },
    reloadOn: [reportedGameChanged.touches(({ venueId }) => [venueKey(venueId)]), ...namesTouch],
  })

  live.query(stationsJustPlayed, {
    cache: CACHE,
    async params({ code }, publishing) {
      const station = await store.findStationByCode(database.db, code.trim().toLowerCase())
      if (station === null) throw noStation()
      await venues.authorizeAndWatch(publishing, station.venueId).catch(() => {
        throw noStation()
      })
      return station.id
    },
    key: stationId => `just played ${stationId}`,
    async load(tx, stationId, { now, watchKeys, reloadAt }) {
      const rows = await games.listStationGames(tx, stationId, new Date(now - CLAIM_BY_CODE_MS), MOST_GAMES)
      const oldest = rows.at(-1)
      reloadAt(oldest === undefined ? null : oldest.endedAt + CLAIM_BY_CODE_MS)
      const place = await store.findStationPlace(tx, stationId)
      watchKeys(stationKey(stationId), ANY_MACHINE, ...namesIn(rows))
      if (place !== null) watchKeys(venueKey(place.venueId), machineKey(place.machineId))
      return { ...loadGames(rows), stationPlaces: place === null ? [] : [[stationId, { ...place }] as const] }
    },
    reloadOn: [
      reportedGameChanged.touches(({ stationId }) => (stationId === null ? [] : [stationKey(stationId)])),
      stationsChanged.touches(({ venueId }) => [venueKey(venueId)]),
      ...namesTouch,
    ],
  })

  live.query(stationsMine, {
    cache: CACHE,
    params: (_input, publishing) => signedIn(publishing),
    key: userId => `mine ${userId}`,
    async load(tx, userId, { now, watchKeys, reloadAt }) {
      const offered = await games.listOfferedGames(tx, userId, new Date(now - CLAIM_MS), MOST_OFFERED)
      const open: { row: games.ReportedGameRow; offer: GameOfferDoc & Fields }[] = []
      const keys = [userKey(userId), ...namesIn(offered), ...(offered.length > 0 ? [ANY_MACHINE] : [])]
      for (const row of offered) {
        if ((await venues.assertVisible(row.venueId, userId).catch(() => null)) === null) continue
        keys.push(venueKey(row.venueId))
        if (row.eventId !== null) keys.push(eventKey(row.eventId))
        const offer = await toOffer(tx, row, userId)
        if (offer !== null) open.push({ row, offer })
      }
      watchKeys(...keys)
      const oldest = open.at(-1)?.row
      reloadAt(oldest === undefined ? null : oldest.endedAt + CLAIM_MS)
      return { ...loadGames(open.map(({ row }) => row)), gameOffers: open.map(({ row, offer }) => [row.id, offer] as const) }
    },
    reloadOn: [
      reportedGameChanged.touches(({ userIds }) => userIds.map(userKey)),
      venueInitialsChanged.touches(({ userId }) => [userKey(userId)]),
      eventChanged.touches(({ eventId }) => [eventKey(eventId)]),
      venueChanged.touches(({ venueId, part }) => (part === 'venue' ? [venueKey(venueId)] : [])),
      ...namesTouch,
    ],
  })

  /** Returns why a game is offered to a user; null: it is not any more. */
  async function toOffer(tx: Db, row: games.ReportedGameRow, userId: string): Promise<(GameOfferDoc & Fields) | null> {
    const offer = await findOffer(tx, services, row)
    if (offer === null) {
      const initials = await store.initialsOf(tx, row.venueId, userId, row.endedAt)
      const play = row.plays.find(each => each.initials === initials && each.by === null)
      return play === undefined ? null : { play: play.play }
    }
    const { eventId, groupId, userIds } = offer.game
    if (!userIds.includes(userId) || (await events.assertVisible(eventId, userId).catch(() => null)) === null) return null
    return { eventId, eventName: offer.eventName, groupId }
  }

  live.query(stationsOfEvent, {
    cache: CACHE,
    async params({ eventId, device }, publishing) {
      await events.authorizeAndWatch(publishing, eventId, device)
      return eventId
    },
    key: eventId => `event ${eventId}`,
    async load(tx, eventId, { now, watchKeys, reloadAt }) {
      const venue = await events.results.findVenue(tx, eventId)
      // Who sees the event may not see a venue of a private group.
      const rows = venue?.isShown
        ? await games.listEventGames(tx, {
            ...{ eventId, venueId: venue.venueId, machineIds: venue.isLive ? venue.machineIds : [], limit: MOST_GAMES },
            since: new Date(venue.startsAt),
          })
        : []
      reloadAt(venue !== null && venue.startsAt > now ? venue.startsAt : null)
      watchKeys(eventKey(eventId), ANY_MACHINE, ...namesIn(rows))
      if (venue !== null) watchKeys(venueKey(venue.venueId), ...(venue.groupId === null ? [] : [groupKey(venue.groupId)]))
      return { ...loadGames(rows), reportingEvents: [[eventId, { countAtOnce: await store.countsAtOnce(tx, eventId) }] as const] }
    },
    reloadOn: [
      reportedGameChanged.touches(({ eventId, venueId }) => [venueKey(venueId), ...(eventId === null ? [] : [eventKey(eventId)])]),
      reportingEventChanged.touches(({ eventId }) => [eventKey(eventId)]),
      eventChanged.touches(({ eventId, change }) => (change === null ? [eventKey(eventId)] : [])),
      venueChanged.touches(({ venueId, part }) => (part === 'venue' ? [venueKey(venueId)] : [])),
      groupChanged.touches(({ groupId }) => [groupKey(groupId)]),
      ...namesTouch,
    ],
  })
}
