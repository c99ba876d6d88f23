import { userChanged } from '#accounts/server/changes.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { groupChanged, membershipChanged } from '#groups/server/changes.ts'
import { ANY_MACHINE, machineKey, machineKeys, machinesChanged } from '#machines/server/changes.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { PART_ROWS } from '#platform/live/contract.ts'
import { shownFields } from '#platform/live/record.ts'
import { updates } from '#platform/live/server/live-query.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { venuesCard } from '../contract/card.ts'
import { VENUE_FIELDS, type VenueDoc, type VenueMachineDoc, venuesList, venuesMine, venuesOfMachine, venuesOne } from '../contract.ts'
import type { VenueAccess } from './access.ts'
import { venueChanged } from './changes.ts'
import * as store from './store.ts'

const CACHE = { name: 'venues', maxIdle: 300 }
const MAX_OF_MACHINE = 100
/** Key of the lists that any venue may enter. */
const LIST = 'list'
/** Key of what the venues of any group enter when the group becomes public. */
const ANY_GROUP = 'any group'

const venueKey = (venueId: string): string => `venue:${venueId}`
const groupKey = (groupId: string): string => `group:${groupId}`
const userKey = (userId: string): string => `user:${userId}`

function venueDocument({ id, slug, groupId, machineCount, receipt, ...row }: store.VenueRow): [string, VenueDoc & Fields] {
  const fields = shownFields(VENUE_FIELDS, store.COLUMNS.read(row))
  return [id, { slug, ...fields, ...(groupId === null ? {} : { groupId }), machineCount, receipt }]
}

function machineDocument({
  venueId,
  machineId,
  name,
  facts,
  position,
  code,
  outOfOrderSince,
  note,
}: store.VenueMachineRow): [string, VenueMachineDoc & Fields] {
  const { backglass, ...shownFacts } = facts
  return [
    `${venueId}/${machineId}`,
    {
      venueId,
      machineId,
      name,
      ...shownFacts,
      ...(backglass === undefined ? {} : { backglass: { ...backglass } }),
      order: position,
      code,
      ...(outOfOrderSince === null ? {} : { outOfOrderSince: new Date(outOfOrderSince) }),
      ...(note === '' ? {} : { note }),
    },
  ]
}

const managerDocument = ({ avatar, ...manager }: store.VenueManagerRow): [string, Fields] => [
  `${manager.venueId}/${manager.userId}`,
  avatar === null ? manager : { ...manager, avatar: { ...avatar } },
]

const namesTouch = userChanged.touches(({ userId, card }) => (card === undefined ? [] : [userKey(userId)]))

/** Reloads the lists of everybody that show a venue, or may have to. A state of one of its machines stands in no list of venues. */
const listRules = [
  updates(
    groupChanged,
    ({ groupId, visibility }) => (visibility === 'public' ? [] : [groupKey(groupId)]),
    (_source, documents, { groupId }) => {
      for (const id of documents.ids('venues')) if (documents.get('venues', id)?.groupId === groupId) documents.remove('venues', id)
      return true
    },
    { revokes: true },
  ),
  updates(
    venueChanged,
    ({ venueId, exists }) => (exists ? [] : [venueKey(venueId)]),
    (_source, documents, { venueId }) => {
      documents.remove('venues', venueId)
      return true
    },
    { revokes: true },
  ),
  venueChanged.touches(({ venueId, part }) => (part === 'venue' || part === 'machines' ? [LIST, venueKey(venueId)] : [])),
  // The venues of a group that has become public enter the lists.
  groupChanged.touches(({ visibility }) => (visibility === 'public' ? [LIST, ANY_GROUP] : [])),
]

export function registerPublications({ live }: FeatureContext, access: VenueAccess): void {
  live.query(venuesList, {
    cache: CACHE,
    params: ({ limit = PART_ROWS, before = null }) => ({ limit, before }),
    // As the page of all venues asks for it, and as programs do that name no limit.
    standing: ({ limit, before }) => (limit === 30 || limit === 50) && before === null,
    key: ({ limit, before }) => `list ${limit} ${before}`,
    async load(tx, { limit, before }, { watchKeys, shown, unshare }) {
      const shownIds = before === null ? null : shown('venues')
      const venues = shownIds === null ? await store.publicVenues(tx, limit, before) : await store.publicVenuesById(tx, shownIds)
      if (shownIds !== null) unshare()
      watchKeys(
        ...(before === null ? [LIST] : []),
        ...venues.flatMap(({ id, groupId }) => [venueKey(id), ...(groupId === null ? [] : [groupKey(groupId)])]),
      )
      return { venues: venues.map(venueDocument) }
    },
    reloadOn: listRules,
  })

  live.query(venuesOne, {
    cache: CACHE,
    params: async ({ slug }, publishing) => (await access.authorizeAndWatchSlug(publishing, slug)).id,
    key: venueId => `one ${venueId}`,
    async load(tx, venueId, { watchKeys }) {
      const venue = await store.venueById(tx, venueId)
      if (venue === null) return {}
      const machines = await store.venueMachines(tx, venueId)
      const managers = await store.venueManagers(tx, venueId)
      watchKeys(
        venueKey(venueId),
        ANY_MACHINE,
        ...machines.map(({ machineId }) => machineKey(machineId)),
        ...managers.map(({ userId }) => userKey(userId)),
      )
      return {
        venues: [venueDocument(venue)],
        venueMachines: machines.map(machineDocument),
        venueManagers: managers.map(managerDocument),
      }
    },
    reloadOn: [venueChanged.touches(({ venueId }) => [venueKey(venueId)]), machinesChanged.touches(machineKeys), namesTouch],
  })

  live.query(venuesMine, {
    cache: CACHE,
    params: (_input, publishing) => signedIn(publishing),
    key: userId => `mine ${userId}`,
    async load(tx, userId, { watchKeys }) {
      const venues = await store.venuesOf(tx, userId)
      const ids = new Set(venues.map(({ id }) => id))
      const groupIds = await store.groupIdsOf(tx, userId)
      watchKeys(userKey(userId), ...venues.map(({ id }) => venueKey(id)), ...groupIds.map(groupKey))
      const managers = (await store.managerRows(tx, userId)).filter(({ venueId }) => ids.has(venueId))
      return { venues: venues.map(venueDocument), venueManagers: managers.map(managerDocument) }
    },
    reloadOn: [
      venueChanged.touches(({ venueId, groupId, userIds = [] }) => [
        venueKey(venueId),
        ...(groupId === null ? [] : [groupKey(groupId)]),
        ...userIds.map(userKey),
      ]),
      groupChanged.touches(({ groupId }) => [groupKey(groupId)]),
      membershipChanged.touches(({ userId }) => [userKey(userId)]),
      namesTouch,
    ],
  })

  live.query(venuesOfMachine, {
    cache: CACHE,
    params: ({ machineId }) => machineId,
    key: machineId => `of machine ${machineId}`,
    async load(tx, machineId, { watchKeys }) {
      const venues = await store.listVenuesOfMachine(tx, machineId, MAX_OF_MACHINE)
      const machines = await store.machineInVenues(
        tx,
        machineId,
        venues.map(({ id }) => id),
      )
      const groups = venues.flatMap(({ groupId }) => (groupId === null ? [] : [groupKey(groupId)]))
      watchKeys(ANY_GROUP, machineKey(machineId), ...venues.map(({ id }) => venueKey(id)), ...groups)
      return { venues: venues.map(venueDocument), venueMachines: machines.map(machineDocument) }
    },
    reloadOn: [
      ...listRules,
      venueChanged.touches(({ machineIds = [] }) => machineIds.map(machineKey)),
      machinesChanged.touches(machineKeys),
    ],
  })

  live.query(venuesCard, {
    cache: CACHE,
    async params({ venueId }, publishing) {
      await access.authorizeAndWatch(publishing, venueId)
      return venueId
    },
    key: venueId => `card ${venueId}`,
    async load(tx, venueId, { watchKeys }) {
      watchKeys(venueKey(venueId))
      const venue = await store.venueById(tx, venueId)
      return { venues: venue === null ? [] : [venueDocument(venue)] }
    },
    reloadOn: [venueChanged.touches(({ venueId, part }) => (part === 'venue' || part === 'machines' ? [venueKey(venueId)] : []))],
  })
}
