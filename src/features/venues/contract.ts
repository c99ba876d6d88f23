import * as v from 'valibot'
import { noUser } from '#accounts/contract/errors.ts'
import { groupManagersOnly } from '#groups/contract.ts'
import type { MachineType } from '#machines/contract/machine-types.ts'
import { noMachine } from '#machines/contract/machines.ts'
import type { MachineDisplay } from '#machines/rules/backglass-style.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication, partsOf } from '#platform/live/contract.ts'
import { HOUR, PERSONAL, perUser, READING } from '#platform/live/rates.ts'
import { addEntries, editEntries, optional, required, type ShownFields } from '#platform/live/record.ts'
import { booleanField, id, integer, name, strictObject, text, timestamp, timeZone, uuidV7 } from '#platform/live/schemas.ts'
import { atMostItems, fieldRule, malformed, mustBeList, mustNotBeEmpty } from '#platform/text/field-rules.ts'
import { MAX_SLUG } from '#platform/text/max-slug.ts'
import { noPlayer } from '#players/contract/players.ts'
import { noGroup, noMember } from '#roles/contract.ts'
import type { PictureSize } from '#uploads/contract.ts'
import { noVenue } from './contract/errors.ts'
import type { Match } from './rules/match-machines.ts'
import { parseLocationAddress, parsePinballMap } from './rules/pinball-map.ts'

export const noMachineInVenue = defineError(404, 'no-machine', 'There is no such machine in this venue.')
export const venueIdUsed = defineError(409, 'id-used', 'This id was used for another venue.')
export const venueManagersOnly = defineError(403, 'venue-managers-only', 'Only the managers of the venue may do this.')
export const venueMachinesChanged = defineError(
  409,
  'venue-machines-changed',
  'The machines of this venue have changed meanwhile. Look at them and try again.',
)
export const venueManagersChanged = defineError(
  409,
  'venue-managers-changed',
  'The managers of this venue have changed meanwhile. Look at them and try again.',
)

export const noLocation = defineError(404, 'no-location', 'Pinball Map knows no such location.')
export const pinballMapRefuses = defineError(
  409,
  'pinball-map-refuses',
  'Pinball Map wants a key, which the operator of this site has to get. A file works without one.',
)
export const pinballMapDown = defineError(503, 'pinball-map-down', 'Pinball Map gave no answer. Try again in a minute, or take a file.')

/** How many machines may stand in a venue, and how many users may manage it. */
export const MAX_VENUE_MACHINES = 300
export const MAX_VENUE_MANAGERS = 20

/**
 * How many characters a list of Pinball Map may have, as `toMachineDetails` writes it: enough for as many machines as a venue has, with long
 * names. Together with what stands in the venue it has to fit in one message.
 */
export const MAX_PINBALL_MAP_JSON = 45_000

/** What the managers of a venue fill in. `place`: the town, or the street; `timeZone`: by which its days begin */
export const VENUE_FIELDS = {
  name: required(name(1, 80)),
  place: optional(name(0, 120), ''),
  timeZone: optional(timeZone, 'UTC'),
  description: optional(text(0, 2000, { lines: true }), ''),
}

/** A document of `venues`; its `_id` is the venue's. */
export interface VenueDoc extends ShownFields<typeof VENUE_FIELDS> {
  /** by which the address of its page names it; it never changes, because it is printed */
  slug: string
  /** the group that it belongs to: those who may see the group see the venue; left out: everybody does */
  groupId?: string
  /** how many machines stand there */
  machineCount: number
  /** the server's receipt number, by which lists are ordered */
  receipt: number
}

/** A document of `venueMachines`: a machine that stands in a venue. Its `_id` is `venueId/machineId`. */
export interface VenueMachineDoc {
  venueId: string
  machineId: string
  name: string
  year: number | null
  type: MachineType
  display: MachineDisplay | null
  /** small */
  backglass?: PictureSize
  /** 1 for the first */
  order: number
  /** by which the short address of its QR code names it, `/v/SLUG/CODE`; it never changes, because it is printed */
  code: string
  /** left out while the machine is in order */
  outOfOrderSince?: Date
  /** what its managers say about its state */
  note?: string
}

/** A document of `venueManagers`; its `_id` is `venueId/userId`. */
export interface VenueManagerDoc {
  venueId: string
  userId: string
  username: string
  displayName: string
  avatar?: PictureSize
}

/** A venue that a search has found. */
export interface FoundVenue {
  venueId: string
  slug: string
  name: string
  place: string
  timeZone: string
}

const slug = text(1, MAX_SLUG)

const machineIds = v.pipe(
  v.array(id, mustBeList()),
  v.maxLength(MAX_VENUE_MACHINES, atMostItems(MAX_VENUE_MACHINES)),
  v.check(ids => new Set(ids).size === ids.length, fieldRule('duplicate', 'must not name a machine twice')),
)
const userIds = v.pipe(
  v.array(id, mustBeList()),
  v.maxLength(MAX_VENUE_MANAGERS, atMostItems(MAX_VENUE_MANAGERS)),
  v.check(ids => new Set(ids).size === ids.length, fieldRule('duplicate', 'must not name a user twice')),
)

/**
 * Adds a venue, whose manager the caller becomes. `groupId`: it belongs to this group from now on, and its maker runs the group. The address
 * is made of the name.
 */
export const venuesAdd = defineMethod<{ venueId: string; slug: string }>()(
  'venues.add',
  strictObject({ _id: uuidV7, ...addEntries(VENUE_FIELDS), groupId: v.optional(id) }),
  {
    example: { name: 'Silverball Cellar', place: 'Bremen', timeZone: 'Europe/Berlin' },
    access: 'signed in',
    rates: PERSONAL,
    errors: [noUser, noGroup, groupManagersOnly, venueIdUsed],
  },
)

/** Omitted fields stay unchanged. */
export const venuesEdit = defineMethod<Record<string, never>>()(
  'venues.edit',
  strictObject({ venueId: id, ...editEntries(VENUE_FIELDS) }),
  { example: { place: 'Bremen' }, access: 'manager of the venue', rates: PERSONAL, errors: [noVenue] },
)

/** Removes a venue. What was played there stays. */
export const venuesRemove = defineMethod<Record<string, never>>()('venues.remove', strictObject({ venueId: id }), {
  access: 'manager of the venue',
  rates: PERSONAL,
  errors: [noVenue],
})

/** Brings a venue back that the caller has removed within the last 24 hours. */
export const venuesRestore = defineMethod<Record<string, never>>()('venues.restore', strictObject({ venueId: id }), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [noVenue],
})

/**
 * Sets which machines stand in a venue, and their order. A machine that stays keeps its code and its state; one that comes back gets its
 * former code. `was`: what the caller saw; if that is not true any more, nothing is changed.
 */
export const venuesSetMachines = defineMethod<Record<string, never>>()(
  'venues.setMachines',
  strictObject({ venueId: id, machineIds, was: machineIds }),
  { access: 'manager of the venue', rates: PERSONAL, errors: [noVenue, noMachine, venueMachinesChanged] },
)

/**
 * Says that a machine is out of order, or in order again. `since`: since when it has been, to undo a change; left out: since now, or as
 * before. `note`: what to say about it; left out: as before. Both end when the machine is in order again.
 */
export const venuesSetMachine = defineMethod<Record<string, never>>()(
  'venues.setMachine',
  strictObject({
    venueId: id,
    machineId: id,
    outOfOrder: booleanField,
    since: v.optional(timestamp),
    note: v.optional(text(0, 200)),
  }),
  {
    example: { outOfOrder: true, note: 'The left flipper is weak.' },
    access: 'manager of the venue',
    rates: PERSONAL,
    errors: [noVenue, noMachineInVenue],
  },
)

/** Sets who manages a venue besides those who run its group. `was`: as with `venues.setMachines`. */
export const venuesSetManagers = defineMethod<Record<string, never>>()(
  'venues.setManagers',
  strictObject({ venueId: id, userIds: v.pipe(userIds, v.minLength(1, mustNotBeEmpty())), was: userIds }),
  { access: 'manager of the venue', rates: PERSONAL, errors: [noVenue, noPlayer, noMember, venueManagersChanged] },
)

/** A machine on a list of Pinball Map, and what it is here. */
export interface ImportedMachine {
  /** its number at Pinball Map */
  pinballMapId: number
  name: string
  manufacturer: string | null
  year: number | null
  /** null: nobody knows, and nothing is added */
  machine: { machineId: string; name: string; by: Match | 'chosen' } | null
  /** true: it stands there already */
  stands: boolean
}

/** What an import finds. `listed`: what is on the list; `gone`: what stands in the venue and is not on the list. */
export interface MachinesImport {
  listed: ImportedMachine[]
  gone: { machineId: string; name: string }[]
}

const mustNameLocation = fieldRule('pinball-map-address', 'must be the address of a location at pinballmap.com')
const mustBeOfPinballMap = fieldRule('pinball-map-json', 'must be what Pinball Map answers about a location')
const mustNameOne = malformed('must come alone, either it or json')

/**
 * Imports the machines of a venue from Pinball Map: by a JSON text of its API about a location, or by the address of the location's page. What
 * is not here yet is added after the others. `dryRun`: changes nothing. `chosen`: what machines are that could not be told. `remove`: which of
 * those that are not on the list leave the venue. `was`: as with `venues.setMachines`. To import the same list again changes nothing.
 */
export const venuesImportMachines = defineMethod<MachinesImport>()(
  'venues.importMachines',
  v.pipe(
    strictObject({
      venueId: id,
      json: v.optional(
        v.pipe(
          text(2, MAX_PINBALL_MAP_JSON, { lines: true }),
          v.check(json => parsePinballMap(json) !== null, mustBeOfPinballMap),
        ),
      ),
      address: v.optional(
        v.pipe(
          text(1, 300),
          v.check(address => parseLocationAddress(address) !== null, mustNameLocation),
        ),
      ),
      dryRun: booleanField,
      chosen: v.optional(
        v.pipe(
          v.array(strictObject({ pinballMapId: integer(1, 999_999_999), machineId: id }), mustBeList()),
          v.maxLength(MAX_VENUE_MACHINES, atMostItems(MAX_VENUE_MACHINES)),
        ),
      ),
      remove: v.optional(machineIds),
      was: v.optional(machineIds),
    }),
    v.forward(
      v.check(({ json, address }) => (json === undefined) !== (address === undefined), mustNameOne),
      ['address'],
    ),
  ),
  {
    example: { address: 'https://pinballmap.com/map?by_location_id=12345', dryRun: true },
    access: 'manager of the venue',
    rates: [perUser(60, HOUR)],
    errors: [noVenue, noMachine, venueMachinesChanged, noLocation, pinballMapRefuses, pinballMapDown],
  },
)

/** Finds venues by their names and places; those of private groups only for their members. */
export const venuesSearch = defineMethod<FoundVenue[]>()(
  'venues.search',
  strictObject({ text: text(0, 100), limit: v.optional(integer(1, 100)) }),
  { access: 'everybody', rates: READING, errors: [] },
)

/** Venues that everybody may see, newest first. */
export const venuesList = definePublication(
  'venues.list',
  strictObject({ limit: v.optional(integer(1, 100)), before: v.optional(id) }),
  ['venues'],
  { access: 'everybody', errors: [], parts: partsOf('venues', '-receipt') },
)

/** One venue with its machines and managers. */
export const venuesOne = definePublication('venues.one', strictObject({ slug }), ['venues', 'venueMachines', 'venueManagers'], {
  access: 'everybody',
  errors: [noVenue],
})

/** The venues that the caller manages, each with the caller's own document of `venueManagers`, and those of the caller's groups. */
export const venuesMine = definePublication('venues.mine', strictObject({}), ['venues', 'venueManagers'], {
  access: 'signed in',
  errors: [],
})

/** Where a machine stands: the venues that everybody may see, at most 100, by name. */
export const venuesOfMachine = definePublication('venues.ofMachine', strictObject({ machineId: id }), ['venues', 'venueMachines'], {
  access: 'everybody',
  errors: [],
})
