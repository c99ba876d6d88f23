import type { AccountsApi } from '#accounts/server/api.ts'
import { userChanged } from '#accounts/server/changes.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import { groupChanged } from '#groups/server/changes.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import { machinesChanged } from '#machines/server/changes.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { DayLimit } from '#platform/live/server/day-limit.ts'
import type { PlayersApi } from '#players/server/api.ts'
import type { VenuesApi } from '#venues/server/api.ts'
import { venueChanged } from '#venues/server/changes.ts'
import { groupPlayersOnly } from '../contract/errors.ts'
import { stateAt } from '../rules/event-state.ts'
import { EventAccess } from './access.ts'
import type { AttemptAcceptedHook, ClaimHook, EarlierNights, EventsApi, GameScoresHook, RoundDrawnHook } from './api.ts'
import { createAttemptChange, logScoreRuling } from './attempts/attempt-log.ts'
import * as attempts from './attempts/attempt-store.ts'
import { checkStrokes, recordScore } from './attempts/record-attempt.ts'
import { requireMaker } from './calls/add.ts'
import { writeResult } from './calls/result.ts'
import { EVENT_CALLS } from './calls.ts'
import { serveEventCard } from './card/event-card.ts'
import { createEventChange, eventChanged } from './changes.ts'
import { findEntrant } from './entrants/entrant-store.ts'
import { createPeopleHook } from './entrants/people-hook.ts'
import { registerEventChannel } from './event-channel.ts'
import type { EventServices } from './event-services.ts'
import { EventViewers } from './event-viewers.ts'
import { EventExports } from './export/event-exports.ts'
import { registerHttpRoutes } from './export/http-routes.ts'
import { mergeEvents } from './merge-machine-events.ts'
import { enterPlayers } from './nights/enter-players.ts'
import { toNight } from './nights/night.ts'
import { addPastEvent, withdrawPastEvent } from './past/past-event.ts'
import { headToHeadGames } from './players/head-to-head-store.ts'
import { publishPlayerEvents } from './players/player-events.ts'
import { registerPublications } from './publications.ts'
import { findGames, listOpenGames } from './rounds/open-games.ts'
import { findActor } from './staff/linked-device.ts'
import { computeStandings, loadEventInMemory } from './standings/load-standings.ts'
import { StandingsViewCache } from './standings/standings-view-cache.ts'
import * as store from './store.ts'
import { exportUserEvents, removeUserFromEvents } from './user-data.ts'

export function startEvents(
  platform: FeatureContext,
  {
    accounts,
    groups,
    machines,
    players,
    venues,
  }: { accounts: AccountsApi; groups: GroupsApi; machines: MachinesApi; players: PlayersApi; venues: VenuesApi },
): EventsApi {
  const { config, database, clock, live, log } = platform
  const dayLimit = new DayLimit(config.rateLimits, log, { method: 'events.add', table: 'events' })
  const access = new EventAccess({ database, accounts, groups })
  const viewers = new EventViewers({ ...platform, access })
  const standings = new StandingsViewCache(platform, viewers)
  registerPublications(platform, { viewers, groups, venues })
  publishPlayerEvents(platform, players)
  registerEventChannel(platform, access)
  const exports = platform.caches.add('event exports', new EventExports(database, clock))
  live.onChange(eventChanged, ({ eventId }, n) => exports.invalidate(eventId, n))
  live.onChange(userChanged, ({ card }, n) => {
    if (card !== undefined) exports.invalidate(null, n)
  })
  live.onChange(machinesChanged, (_change, n) => exports.invalidate(null, n))
  // Who sees a venue decides whether an event names it.
  live.onChange(groupChanged, (_change, n) => exports.invalidate(null, n))
  live.onChange(venueChanged, ({ part }, n) => {
    if (part === 'venue') exports.invalidate(null, n)
  })
  const acceptedHooks: AttemptAcceptedHook[] = []
  const claimHooks: ClaimHook[] = []
  const gameScoresHooks: GameScoresHook[] = []
  const drawnHooks: RoundDrawnHook[] = []
  const seedSources: EventServices['seedSources'] = new Map()
  const earlierNights: EarlierNights[] = []
  const services: Omit<EventServices, keyof FeatureContext> = {
    access,
    accounts,
    groups,
    machines,
    venues,
    dayLimit,
    standings,
    exports,
    acceptedHooks,
    claimHooks,
    gameScoresHooks,
    drawnHooks,
    seedSources,
    earlierNights,
  }
  registerCalls(live, EVENT_CALLS, { ...platform, ...services })
  registerHttpRoutes(platform, access, exports)
  serveEventCard(platform, access, exports)
  machines.onMerge(mergeEvents)
  groups.people.onChange(createPeopleHook({ clock, claimHooks, gameScoresHooks }))
  accounts.onDelete((tx, deleting) => removeUserFromEvents(tx, deleting, clock.now()))
  accounts.onExport(async userId => ({ 'events.json': await exportUserEvents(database.db, userId) }))

  const findEventOfScore = async (scoreId: string): Promise<store.EventRow | null> => {
    const eventId = await attempts.findEventOfAttempt(database.db, scoreId)
    return eventId === null ? null : store.eventById(database.db, eventId)
  }
  return {
    headToHead: headToHeadGames,
    nights: {
      watch: eventId => standings.watch(eventId),
      async read(tx, eventId) {
        const data = await loadEventInMemory(tx, eventId)
        return toNight({ data, rows: computeStandings(data) })
      },
      onBalance: hook => void earlierNights.push(hook),
      enter: (tx, entry) => enterPlayers(tx, { ...platform, ...services }, entry),
    },
    results: {
      listOpenGames: (tx, where) => listOpenGames(tx, { ...where, now: clock.now() }),
      findGames,
      findActor: call => findActor(call, { database, clock, access }),
      enter: (tx, actor, result) => writeResult(tx, { ...platform, ...services }, actor, result),
      async requireEnterer(db, eventId, groupId, userId) {
        const event = await access.requireVisible(await store.eventById(db, eventId), userId)
        if (await access.isScorekeeper(event, userId)) return { isOfficial: true }
        const games = await findGames(db, [groupId])
        if (!games.some(game => game.eventId === eventId && game.userIds.includes(userId))) throw groupPlayersOnly()
        return { isOfficial: false }
      },
      async findLive(db, eventId) {
        const event = await store.eventById(db, eventId)
        if (event === null || stateAt(event, clock.now()) !== 'live') return null
        const { directorId, venueId, name } = event
        return { directorId, venueId, name }
      },
      async findVenue(db, eventId) {
        const event = await store.eventById(db, eventId)
        if (event === null || event.venueId === null) return null
        const { venueId, venueGroupId: groupId, venueShown: isShown, machineIds, startsAt } = event
        return { venueId, groupId, isShown, machineIds, startsAt, isLive: stateAt(event, clock.now()) === 'live' }
      },
    },
    past: {
      requireMaker: (groupId, userId) => requireMaker({ access, groups }, groupId, userId),
      add: (tx, event) => addPastEvent(tx, { ...platform, ...services }, event),
      guestNames: names => Promise.all(names.map(name => access.spellGuestName(database.db, name))),
      withdraw: (tx, event) => withdrawPastEvent(tx, { ...platform, ...services }, event),
    },
    assertVisible: async (eventId, userId) => void (await access.getVisible(eventId, userId)),
    authorizeAndWatch: (publishing, eventId, device) => viewers.authorize({ eventId, device }, publishing),
    requireDirector: async (eventId, userId) => void (await access.requireDirector(await store.eventById(database.db, eventId), userId)),
    authorizeDirector: (publishing, eventId) => viewers.authorizeDirector(eventId, publishing),
    assertStandingsVisible: async (eventId, userId) => access.requireStandings(await access.getVisible(eventId, userId), userId),
    authorizeStandings: (publishing, eventId) => viewers.authorizeStandings(eventId, publishing),
    isEntered: async (db, eventId, userId) => (await findEntrant(db, eventId, userId)) !== null,
    recordScore: (tx, userId, score) => recordScore(tx, { access, clock }, userId, score),
    search: (text, userId, limit) => database.read(db => store.searchEvents(db, text, userId, limit, new Date(clock.now()))),
    onAttemptAccepted: hook => void acceptedHooks.push(hook),
    onGameScores: hook => void gameScoresHooks.push(hook),
    onGuestClaimed: hook => void claimHooks.push(hook),
    registerSeeds: (name, source) => void seedSources.set(name, source),
    onRoundDrawn: hook => void drawnHooks.push(hook),
    async syncScore(tx, { id, ...score }, ruling) {
      const logChanges = await logScoreRuling(tx, id, ruling)
      const eventId = await attempts.syncAttempt(tx, id, score)
      if (eventId === null) return []
      const event = await store.eventById(tx, eventId)
      if (event !== null && score.strokes !== null) checkStrokes(event.format, score.strokes)
      return [await createAttemptChange(tx, eventId, id), ...logChanges]
    },
    async removeScores(tx, scoreIds, ruling) {
      const logChanges: NewChange[] = []
      if (ruling !== undefined) for (const id of scoreIds) logChanges.push(...(await logScoreRuling(tx, id, ruling)))
      const deleted = await attempts.deleteAttempts(tx, scoreIds)
      const changes = deleted.map(({ id, eventId }) => createEventChange(eventId, { kind: 'attempt-removed', attemptId: id }))
      return [...changes, ...logChanges]
    },
    async isDirector(scoreId, userId) {
      const event = await findEventOfScore(scoreId)
      return event === null ? null : access.directsVisible(event, userId)
    },
    venueOf: store.findVenueOfEvent,
    timeZone: async eventId => (await store.findTimeZone(database.db, eventId)) ?? 'UTC',
    async isLocked(scoreId) {
      const event = await findEventOfScore(scoreId)
      return event !== null && stateAt(event, clock.now()) === 'finished'
    },
  }
}
