import { type UserChange, userChanged } from '#accounts/server/changes.ts'
import type { PublishContext } from '#ddp/server/subscription.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import { groupChanged, peopleChanged } from '#groups/server/changes.ts'
import { ANY_MACHINE, machineKey, machineKeys, machinesChanged } from '#machines/server/changes.ts'
import type { Db } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { PART_ROWS } from '#platform/live/contract.ts'
import type { DocumentsByCollection } from '#platform/live/server/documents.ts'
import { documentsById, type LoadContext, updates } from '#platform/live/server/live-query.ts'
import type { VenuesApi } from '#venues/server/api.ts'
import { venueChanged } from '#venues/server/changes.ts'
import { eventsAttempts } from '../contract/attempts.ts'
import { eventsDevices } from '../contract/devices.ts'
import type { EventDoc } from '../contract/documents.ts'
import { eventsEntrants, eventsPeople, eventsSeats } from '../contract/entrants.ts'
import { eventsFees } from '../contract/fees.ts'
import { eventsList, eventsLog, eventsOne } from '../contract/publications.ts'
import { eventsHeldRounds, eventsRounds } from '../contract/rounds.ts'
import { nextChange } from '../rules/event-state.ts'
import { attemptsById, listAttempts } from './attempts/attempt-store.ts'
import { eventTouches, LIST, type ViewKind, viewKey } from './change-routing.ts'
import { eventChanged } from './changes.ts'
import { attemptDocument, deviceDocument, entrantDocument, eventDocument, eventMachineDocument, waitingPlaces } from './documents.ts'
import { listEntrants } from './entrants/entrant-store.ts'
import { listEntrantPeople } from './entrants/person-store.ts'
import { listSeats } from './entrants/seat-store.ts'
import type { EventViewers } from './event-viewers.ts'
import { findFee, listPaid } from './fees/fee-store.ts'
import { LogView } from './log/log-view.ts'
import { attemptPageKey, attemptPageUpdates, eventPageKey, eventPageUpdates } from './page-updates.ts'
import { RoundsView } from './rounds/rounds-view.ts'
import { listEventDevices } from './staff/device-store.ts'
import { type EventRow, eventById, eventMachines, eventsById, listEvents, nextTransition } from './store.ts'

const CACHE = { name: 'events', maxIdle: 300 }

const groupKey = (groupId: string): string => `group ${groupId}`
const venueKey = (venueId: string): string => `venue ${venueId}`
const userKey = (userId: string): string => `user ${userId}`

const renamedKeys = ({ userId, card }: UserChange): string[] => (card === undefined ? [] : [userKey(userId)])

/** Reloads the views that show a user when the user's name or picture changes. */
const nameTouches = userChanged.touches(renamedKeys)

/** Reloads the views that name a venue when it may have vanished. */
const venueTouches = venueChanged.touches(({ venueId, part }) => (part === 'venue' ? [venueKey(venueId)] : []))

/** Puts a director's new name into the events at once. Events whose staff the user belongs to are loaded again: staff is sorted by name. */
const directorUpdates = updates(userChanged, renamedKeys, (_source, documents, { userId, card }) => {
  const { username, displayName } = card!
  let isStaff = false
  for (const id of documents.ids('events')) {
    const event = documents.get('events', id)!
    const { staff = [] } = event as unknown as EventDoc
    if (event.directorId === userId) documents.put('events', id, { ...event, director: { username, displayName } })
    isStaff ||= staff.some(each => each.userId === userId)
  }
  return isStaff
})

/** Keys of what an event's document depends on besides the event: who runs it, the group that limits who may see it, and the venue. */
const getDependencyKeys = ({ directorId, staff, groupId, venueId, venueGroupId }: EventRow): string[] => [
  userKey(directorId),
  ...staff.map(({ userId }) => userKey(userId)),
  ...(groupId === null ? [] : [groupKey(groupId)]),
  ...(venueId === null ? [] : [venueKey(venueId)]),
  ...(venueGroupId === null ? [] : [groupKey(venueGroupId)]),
]

export function registerPublications(
  { live, database, clock }: FeatureContext,
  { viewers, groups, venues }: { viewers: EventViewers; groups: GroupsApi; venues: Pick<VenuesApi, 'authorizeAndWatch'> },
): void {
  /** Parameters of a view of one event, after checking that the subscriber may see it. */
  const eventParams = async (
    { device, ...params }: { eventId: string; device?: string | undefined },
    context: PublishContext,
  ): Promise<{ eventId: string }> => {
    await viewers.authorize({ ...params, device }, context)
    return params
  }
  /** The same for a view that only those who direct the event may see. */
  const directorParams = async ({ eventId }: { eventId: string }, context: PublishContext): Promise<{ eventId: string }> => {
    await viewers.authorizeDirector(eventId, context)
    return { eventId }
  }

  live.query(eventsList, {
    cache: CACHE,
    async params({ state = null, limit = PART_ROWS, before = null, groupId = null, venueId = null }, context) {
      if (groupId !== null) await groups.authorizeAndWatch(context, groupId)
      const known = venueId === null ? null : await venues.authorizeAndWatch(context, venueId)
      return { state, limit, before, groupId, venue: known && { id: known.id, groupId: known.groupId } }
    },
    // As home and the page of all events ask for them, and as programs do that name no limit.
    standing: ({ limit, before, groupId, venue }) =>
      [3, 5, 10, 20, PART_ROWS].includes(limit) && before === null && groupId === null && venue === null,
    key: filter => `list ${JSON.stringify(filter)}`,
    async load(tx, filter, { now, shown, unshare, watchKeys, reloadAt }) {
      const shownIds = filter.before === null ? null : shown('events')
      const at = new Date(now)
      const rows = shownIds === null ? await listEvents(tx, filter, at) : await eventsById(tx, shownIds, filter, at)
      if (shownIds !== null) unshare()
      reloadAt(await nextTransition(tx, at))
      const keyOf = (id: string): string => (filter.before === null ? viewKey('list', id) : eventPageKey(filter.state, id))
      watchKeys(...(filter.before === null ? [LIST] : []), ...rows.flatMap(row => [keyOf(row.id), ...getDependencyKeys(row)]))
      return { events: documentsById(rows, row => [row.id, eventDocument(row, now)]) }
    },
    reloadOn: [
      eventTouches,
      ...eventPageUpdates(clock),
      directorUpdates,
      // When a group changes and is not public, its events are removed from the lists at once. The group's own list ends for those who may
      // no longer see it.
      updates(
        groupChanged,
        ({ groupId }) => [LIST, groupKey(groupId)],
        (_source, documents, { groupId, visibility }) => {
          if (visibility !== 'public')
            for (const id of documents.ids('events')) if (documents.get('events', id)?.groupId === groupId) documents.remove('events', id)
          return true
        },
        { revokes: true },
      ),
      venueTouches,
    ],
  })

  live.query(eventsOne, {
    cache: CACHE,
    params: eventParams,
    key: ({ eventId }) => `one ${eventId}`,
    async load(tx, { eventId }, { now, keepRoom, watchKeys, reloadAt }) {
      const event = await eventById(tx, eventId)
      if (event === null) return {}
      if (eventDocument(event, now).state === 'live') keepRoom()
      const machines = await eventMachines(tx, eventId)
      reloadAt(nextChange(event, now))
      watchKeys(viewKey('event', eventId), ...getDependencyKeys(event), ANY_MACHINE, ...machines.map(each => machineKey(each.machineId)))
      return {
        events: [[eventId, eventDocument(event, now)]],
        eventMachines: documentsById(machines, each => [`${eventId}/${each.machineId}`, eventMachineDocument(event, each)]),
      }
    },
    reloadOn: [
      eventTouches,
      directorUpdates,
      machinesChanged.touches(machineKeys),
      venueTouches,
      groupChanged.touches(({ groupId }) => [groupKey(groupId)]),
    ],
  })

  /**
   * Builds the `load` of a view of one event that does not depend on the clock. `userIds`: the users that the documents name.
   * @param kind of the view, or a function that returns its key
   */
  const eventView =
    <Params extends { eventId: string }>(
      kind: ViewKind | ((params: Params) => string),
      loadDocuments: (
        tx: Db,
        params: Params,
        context: LoadContext,
      ) => Promise<{ documents: DocumentsByCollection; userIds?: (string | null)[] }>,
    ) =>
    async (tx: Db, params: Params, context: LoadContext): Promise<DocumentsByCollection> => {
      const { documents, userIds = [] } = await loadDocuments(tx, params, context)
      const key = typeof kind === 'function' ? kind(params) : viewKey(kind, params.eventId)
      context.watchKeys(key, ...userIds.flatMap(userId => (userId === null ? [] : [userKey(userId)])))
      return documents
    }

  live.query(eventsEntrants, {
    cache: CACHE,
    params: eventParams,
    key: ({ eventId }) => `entrants ${eventId}`,
    load: eventView('entrants', async (tx, { eventId }) => {
      const entrants = await listEntrants(tx, eventId)
      const places = waitingPlaces(entrants)
      return {
        documents: { eventEntrants: documentsById(entrants, each => [each.id, entrantDocument(eventId, each, places.get(each.id))]) },
        userIds: entrants.map(({ userId }) => userId),
      }
    }),
    reloadOn: [eventTouches, nameTouches],
  })

  live.query(eventsPeople, {
    cache: CACHE,
    params: directorParams,
    key: ({ eventId }) => `people ${eventId}`,
    async load(tx, { eventId }, { watchKeys }) {
      const groupId = (await eventById(tx, eventId))?.groupId ?? null
      if (groupId === null) return {}
      const { groupPeople, userIds } = await groups.people.documents(tx, groupId)
      const entrants = await listEntrantPeople(tx, eventId)
      watchKeys(viewKey('entrants', eventId), groupKey(groupId), ...userIds.map(userKey))
      return {
        groupPeople,
        eventPeople: documentsById(entrants, ({ entrantId, personId }) => [entrantId, { eventId, personId }]),
      }
    },
    reloadOn: [eventTouches, nameTouches, peopleChanged.touches(({ groupId }) => [groupKey(groupId)])],
  })

  live.query(eventsRounds, {
    cache: CACHE,
    params: async ({ round = null, ...input }, context) => ({ ...(await eventParams(input, context)), round }),
    key: ({ eventId, round }) => `rounds ${eventId} ${round}`,
    open: ({ eventId, round }) => new RoundsView(database, eventId, round),
    updateOn: [
      updates(
        eventChanged,
        ({ eventId }) => [eventId],
        (source: RoundsView, documents, { change }) => source.apply(change, documents),
      ),
    ],
  })

  live.query(eventsHeldRounds, {
    cache: CACHE,
    params: directorParams,
    key: ({ eventId }) => `held rounds ${eventId}`,
    open: ({ eventId }) => new RoundsView(database, eventId, null, true),
    updateOn: [
      updates(
        eventChanged,
        ({ eventId }) => [eventId],
        (source: RoundsView, documents, { change }) => source.apply(change, documents),
      ),
    ],
  })

  live.query(eventsAttempts, {
    cache: CACHE,
    async params({ eventId, limit = PART_ROWS, before = null, entrantId = null, machineId = null }, context) {
      await viewers.authorizeDirector(eventId, context)
      return { eventId, limit, before, entrantId, machineId }
    },
    key: filter => `attempts ${JSON.stringify(filter)}`,
    load: eventView(
      ({ eventId, before }) => (before === null ? viewKey('attempts', eventId) : attemptPageKey(eventId)),
      async (tx, { eventId, ...filter }, { shown, unshare }) => {
        const shownIds = filter.before === null ? null : shown('eventAttempts')
        const attempts = shownIds === null ? await listAttempts(tx, eventId, filter) : await attemptsById(tx, eventId, shownIds)
        if (shownIds !== null) unshare()
        return {
          documents: { eventAttempts: documentsById(attempts, each => [each.id, attemptDocument(eventId, each)]) },
          userIds: (await listEntrants(tx, eventId)).map(({ userId }) => userId),
        }
      },
    ),
    reloadOn: [eventTouches, attemptPageUpdates, nameTouches],
  })

  live.query(eventsDevices, {
    cache: CACHE,
    params: directorParams,
    key: ({ eventId }) => `devices ${eventId}`,
    load: eventView('devices', async (tx, { eventId }) => {
      const devices = await listEventDevices(tx, eventId)
      return {
        documents: { eventDevices: documentsById(devices, each => [each.id, deviceDocument(each)]) },
        userIds: devices.map(({ createdBy }) => createdBy),
      }
    }),
    reloadOn: [eventTouches, nameTouches],
  })

  live.query(eventsFees, {
    cache: CACHE,
    params: directorParams,
    key: ({ eventId }) => `fees ${eventId}`,
    load: eventView('fees', async (tx, { eventId }) => {
      const fee = await findFee(tx, eventId)
      return {
        documents: {
          eventFees: fee === null ? [] : [[eventId, { eventId, ...fee }]],
          eventPayments: documentsById(await listPaid(tx, eventId), id => [id, { eventId }]),
        },
      }
    }),
    reloadOn: [eventTouches],
  })

  live.query(eventsSeats, {
    cache: CACHE,
    params: directorParams,
    key: ({ eventId }) => `seats ${eventId}`,
    load: eventView('seats', async (tx, { eventId }) => {
      const seats = await listSeats(tx, eventId)
      return {
        documents: { eventSeats: documentsById(seats, ({ entrantId, machineIds }) => [entrantId, { eventId, machineIds }]) },
      }
    }),
    reloadOn: [eventTouches],
  })

  live.query(eventsLog, {
    cache: CACHE,
    params: eventParams,
    key: ({ eventId }) => `log ${eventId}`,
    open: ({ eventId }) => new LogView(database, eventId),
    updateOn: [
      updates(
        eventChanged,
        ({ eventId }) => [eventId],
        (source: LogView, _documents, { change }) => source.apply(change),
      ),
      updates(
        userChanged,
        ({ userId, card }) => (card === undefined ? [] : [userId]),
        (source: LogView) => source.invalidate(),
      ),
    ],
  })
}
