import * as v from 'valibot'
import { peopleFull } from '#groups/contract.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { MINUTE, PERSONAL, perAddress } from '#platform/live/rates.ts'
import { booleanField, id, integer, name, strictObject, text, uuidV7 } from '#platform/live/schemas.ts'
import { atMostItems, fieldRule, malformed, mustBeList, mustBeOneOf, mustNotBeEmpty } from '#platform/text/field-rules.ts'
import { ifpaNumber } from '#players/contract/players.ts'
import { noGroup } from '#roles/contract.ts'
import { MAX_SEED, SEED_SOURCES } from '../rules/draw-options.ts'
import { MAX_MACHINES } from '../rules/max-machines.ts'
import { PRESENCES } from '../rules/presence.ts'
import { MAX_GROUP } from '../rules/rounds.ts'
import { deviceKey, eventForViewer, kioskEntersOnly, viewerErrors } from './devices.ts'
import { deviceEnded, eventOver, finalistsOnly, noEntrant, noEvent, noMachineInEvent, resultsWouldOpen, standingsHeld } from './errors.ts'
import { EVENT_STAFF, KEEPING_SCORES } from './rates.ts'

export const checkInCodeUnknown = defineError(404, 'code-unknown', 'This check-in code is not known.')
export const playerHasAccount = defineError(
  409,
  'player-has-account',
  'This player has an account, whose name and number only they can change.',
)
export const playerHasPlayed = defineError(409, 'player-has-played', 'This player has played. Pause the player instead.')
export const onlyGuestsMerge = defineError(409, 'only-guests-merge', 'Only a guest can be merged into another player.')
export const drawnTogether = defineError(409, 'drawn-together', 'These two were drawn into the same round.')
export const noSeeds = defineError(409, 'no-seeds', 'There is nothing that the seeds could be taken from.')
export const earlierEventOpen = defineError(409, 'event-not-finished', 'The earlier event is not finished.')
export const claimCodeUnknown = defineError(404, 'claim-code-unknown', 'This code is not known, or somebody else has used it.')
export const noGuest = defineError(404, 'no-entrant', 'There is no such guest in this event.')
export const noGuestEntry = defineError(404, 'no-guest-entry', 'This person is a guest in no event.')
export const drawnWithGuest = defineError(409, 'drawn-together', 'You and this guest were drawn into the same round.')
export const hasScoresInEvent = defineError(409, 'has-scores-in-event', 'You have scores in this event.')
export const guestIdUsed = defineError(409, 'id-used', 'This id was used for another guest.')
export const eventCodeUnknown = defineError(404, 'code-unknown', 'This code is not known.')

/** If the event is full, the caller waits for a place (our addition to the API). */
export const eventsJoin = defineMethod<Record<string, never>>()('events.join', strictObject({ eventId: id }), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [finalistsOnly, noEvent, eventOver],
})

export const eventsLeave = defineMethod<Record<string, never>>()('events.leave', strictObject({ eventId: id }), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [noEvent, hasScoresInEvent],
})

/** Our addition: adds a player without an account. */
export const eventsAddGuest = defineMethod<{ entrantId: string }>()(
  'events.addGuest',
  strictObject({ _id: uuidV7, eventId: id, displayName: name(1, 60), ifpaNumber: v.optional(ifpaNumber) }),
  { access: 'director of the event', rates: EVENT_STAFF, errors: [noEvent, guestIdUsed, eventOver] },
)

const presence = v.picklist(PRESENCES, mustBeOneOf(PRESENCES))
const entrantIds = v.pipe(v.array(id, mustBeList()), v.minLength(1, mustNotBeEmpty()), v.maxLength(200, atMostItems(200)))

/**
 * Our addition: sets the presence of one entrant, of several or of all. Those who run the event may set everybody's; players who are checked
 * in may pause and return, which they do by their own `entrantId`. In a bracket, who is `gone` loses the games that are not played yet; to come
 * back, nobody may have played on since.
 */
export const eventsPresence = defineMethod<Record<string, never>>()(
  'events.presence',
  v.pipe(
    strictObject({
      eventId: id,
      device: v.optional(deviceKey),
      entrantId: v.optional(id),
      entrantIds: v.optional(entrantIds),
      all: v.optional(v.literal(true, malformed('must be true'))),
      presence,
    }),
    v.forward(
      v.check(
        ({ entrantId, entrantIds, all }) => [entrantId, entrantIds, all].filter(each => each !== undefined).length === 1,
        'or entrantIds or all must be given, one of them',
      ),
      ['entrantId'],
    ),
  ),
  {
    example: { presence: 'here', entrantIds: ['019a3c52-7b10-7e4d-9c2a-5f0b1d22a645'] },
    access: 'the entrant, or scorekeeper of the event',
    rates: KEEPING_SCORES,
    errors: [kioskEntersOnly, noEvent, deviceEnded, noEntrant, eventOver, resultsWouldOpen],
  },
)

/** `here` if left out: a director mostly adds who has come. */
const newPresence = v.optional(v.picklist(['expected', 'here'], fieldRule('choice', 'must be expected or here')))

const newEntrant = v.union(
  [
    strictObject({ _id: uuidV7, userId: id, presence: newPresence }),
    strictObject({
      _id: uuidV7,
      displayName: name(1, 60),
      ifpaNumber: v.optional(ifpaNumber),
      presence: newPresence,
      keep: v.optional(booleanField),
    }),
    strictObject({ _id: uuidV7, personId: id, ifpaNumber: v.optional(ifpaNumber), presence: newPresence }),
  ],
  malformed(
    'must be { _id, userId, presence? }, { _id, displayName, ifpaNumber?, presence?, keep? } or { _id, personId, ifpaNumber?, presence? }',
  ),
)

/**
 * A player to be added: one with an account, a guest, or somebody on the list of people of the event's group. `keep`: the guest is put on
 * that list, under the same `_id`, if the event has a group and its list is not full. The list takes over the `ifpaNumber` of a person for whom
 * it has none.
 */
export type NewEntrant = v.InferOutput<typeof newEntrant>

/** What became of one entry of `events.addPlayers`. `error`: why it was not added, as a sentence for people. */
export type AddedEntrant = { _id: string; entrantId: string } | { _id: string; error: string }

/**
 * Our addition: adds players. Each entry has its own outcome. Players with accounts who are in the event already are found, not
 * added; so are guests who were added under the same `_id`.
 */
export const eventsAddPlayers = defineMethod<{ entrants: AddedEntrant[] }>()(
  'events.addPlayers',
  strictObject({
    eventId: id,
    entries: v.pipe(v.array(newEntrant, mustBeList()), v.minLength(1, mustNotBeEmpty()), v.maxLength(200, atMostItems(200))),
  }),
  {
    example: { entries: [{ _id: '019a3c52-7b10-7e4d-9c2a-5f0b1d04a053', displayName: 'Ada', presence: 'here' }] },
    access: 'director of the event',
    rates: EVENT_STAFF,
    errors: [noEvent, eventOver],
  },
)

const seed = v.nullable(integer(1, MAX_SEED))

/**
 * Our addition: changes a guest's name or IFPA number, or anybody's seed (`null`: none). Omitted fields stay unchanged. A player
 * with an account has their own name and number. `keep`: the guest is put on the list of people of the event's group, if it has one.
 */
export const eventsEditEntrant = defineMethod<Record<string, never>>()(
  'events.editEntrant',
  strictObject({
    eventId: id,
    entrantId: id,
    displayName: v.optional(name(1, 60)),
    ifpaNumber: v.optional(v.nullable(ifpaNumber)),
    seed: v.optional(seed),
    keep: v.optional(v.literal(true, malformed('must be true'))),
  }),
  {
    example: { displayName: 'Ada', seed: 3 },
    access: 'director of the event',
    rates: EVENT_STAFF,
    errors: [noEvent, noEntrant, playerHasAccount, peopleFull],
  },
)

/**
 * Our addition: names the machines on which a player plays every game, for example because the player cannot walk far; an empty list: all. Only
 * those who direct the event see it, so it is not in the log.
 */
export const eventsSetSeat = defineMethod<Record<string, never>>()(
  'events.setSeat',
  strictObject({
    eventId: id,
    entrantId: id,
    machineIds: v.pipe(
      v.array(id, mustBeList()),
      v.maxLength(MAX_MACHINES, atMostItems(MAX_MACHINES)),
      v.check(ids => new Set(ids).size === ids.length, fieldRule('duplicate', 'must not name a machine twice')),
    ),
  }),
  { access: 'director of the event', rates: EVENT_STAFF, errors: [noEvent, noEntrant, noMachineInEvent] },
)

/** Our addition: the players who play every game on certain machines. */
export const eventsSeats = definePublication('events.seats', strictObject({ eventId: id }), ['eventSeats'], {
  access: 'director of the event',
  errors: [noEvent],
})

/**
 * Our addition: sets the seeds of several entrants; or of all of them by their ranks in an earlier event (`previous`), in which players are
 * found by their account, and guests by their name; or as another source has them now (`from`). Who is not in it has no seed.
 */
export const eventsSetSeeds = defineMethod<Record<string, never>>()(
  'events.setSeeds',
  v.pipe(
    strictObject({
      eventId: id,
      seeds: v.optional(
        v.pipe(
          v.array(strictObject({ entrantId: id, seed }), mustBeList()),
          v.minLength(1, mustNotBeEmpty()),
          v.maxLength(MAX_GROUP, atMostItems(MAX_GROUP)),
        ),
      ),
      previous: v.optional(id),
      from: v.optional(v.picklist(SEED_SOURCES, mustBeOneOf(SEED_SOURCES))),
    }),
    v.forward(
      v.check(
        ({ seeds, previous, from }) => [seeds, previous, from].filter(given => given !== undefined).length === 1,
        'or previous or from must be given, one of them',
      ),
      ['seeds'],
    ),
  ),
  {
    example: { seeds: [{ entrantId: '019a3c52-7b10-7e4d-9c2a-5f0b1d22a645', seed: 1 }] },
    access: 'director of the event',
    rates: EVENT_STAFF,
    errors: [noEvent, eventOver, noEntrant, earlierEventOpen, standingsHeld, noSeeds],
  },
)

/** Our addition: removes an entrant who has not played. Removing one who is not in the event changes nothing. */
export const eventsRemoveEntrant = defineMethod<Record<string, never>>()(
  'events.removeEntrant',
  strictObject({ eventId: id, entrantId: id }),
  { access: 'director of the event', rates: EVENT_STAFF, errors: [noEvent, playerHasPlayed] },
)

/** Our addition: moves everything that a guest has played to another entrant, and removes the guest. */
export const eventsMergeEntrants = defineMethod<Record<string, never>>()(
  'events.mergeEntrants',
  strictObject({ eventId: id, from: id, into: id }),
  {
    access: 'director of the event',
    rates: EVENT_STAFF,
    errors: [noEvent, noEntrant, onlyGuestsMerge, drawnTogether],
  },
)

/**
 * Our addition: returns the code by which players check themselves in, for a QR code where the event is played. It stays the
 * same.
 */
export const eventsCheckInCode = defineMethod<{ code: string }>()('events.checkInCode', strictObject({ eventId: id }), {
  access: 'scorekeeper of the event',
  rates: EVENT_STAFF,
  errors: [noEvent],
})

/**
 * Our addition: checks the caller in, who joins the event if need be. `waiting`: the event is full, and the caller waits for a
 * place.
 */
export const eventsCheckIn = defineMethod<{ eventId: string; waiting?: true }>()('events.checkIn', strictObject({ code: text(1, 64) }), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [finalistsOnly, checkInCodeUnknown, noEvent, eventOver],
})

/** Our addition: returns the code by which a guest's entry can be claimed. The code stays the same until it is used. */
export const eventsClaimCode = defineMethod<{ code: string }>()('events.claimCode', strictObject({ eventId: id, entrantId: id }), {
  access: 'director of the event',
  rates: EVENT_STAFF,
  errors: [noEvent, noGuest],
})

/**
 * Our addition: moves a guest's entry, with its scores, to the caller's account. If the entry was made from somebody on the list of people of
 * the event's group, all entries of this person move. Repeating the call returns the same answer.
 */
export const eventsClaim = defineMethod<{ eventId: string }>()('events.claim', strictObject({ code: text(1, 64) }), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [claimCodeUnknown, noEvent, drawnWithGuest],
})

/**
 * Our addition: returns the claim code of the latest event that somebody on a group's list of people plays in as a guest. It is good for all
 * entries of the person.
 */
export const eventsPersonClaimCode = defineMethod<{ code: string }>()(
  'events.personClaimCode',
  strictObject({ groupId: id, personId: id }),
  { access: 'who runs the group', rates: EVENT_STAFF, errors: [noGroup, noGuestEntry] },
)

/** What a check-in or claim code is for. */
export interface EventOfCode {
  name: string
  venue: string
  /** the guest whose entry can be claimed; null for a check-in code */
  guest: string | null
}

/** Our addition: what a check-in code, or a claim code that is not used yet, is for, so that people see it before they use it. */
export const eventsLook = defineMethod<EventOfCode>()('events.look', strictObject({ code: text(1, 64) }), {
  access: 'everybody',
  rates: [perAddress(300, MINUTE)],
  errors: [eventCodeUnknown],
})

/** Our addition: the event's entrants. */
export const eventsEntrants = definePublication('events.entrants', strictObject(eventForViewer), ['eventEntrants'], {
  access: 'everybody',
  errors: viewerErrors,
})

/** A document of `eventPeople`, our addition to the API: who of the group's people an entrant is. Its `_id` is the entrant's. */
export interface EventPersonDoc {
  eventId: string
  personId: string
}

/** Our addition: the people of the event's group who need no account, and which entrants are some of them; nobody if it has no group. */
export const eventsPeople = definePublication('events.people', strictObject({ eventId: id }), ['groupPeople', 'eventPeople'], {
  access: 'director of the event',
  errors: [noEvent],
})
