import * as v from 'valibot'
import { noEvent } from '#events/contract/errors.ts'
import { groupManagersOnly } from '#groups/contract.ts'
import { noMachine } from '#machines/contract/machines.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication, PART_ROWS, partsOf } from '#platform/live/contract.ts'
import { HOUR, PERSONAL, perUser } from '#platform/live/rates.ts'
import { booleanField, id, name, strictObject, uuidV7 } from '#platform/live/schemas.ts'
import {
  atMostCharacters,
  atMostItems,
  fieldRule,
  malformed,
  mustBeList,
  mustBeOneOf,
  mustBeText,
  mustNotBeEmpty,
} from '#platform/text/field-rules.ts'
import { noGroup } from '#roles/contract.ts'
import { noVenue } from '#venues/contract/errors.ts'
import { EVENT_TYPES, type EventType } from './rules/event-types.ts'
import type { Only } from './rules/wanted.ts'

/** Hooks of one group, of one event, and of the site. */
export const MAX_HOOKS = 20
/** Deliveries of a hook that may wait; with more, it is switched off. */
export const MAX_WAITING = 10_000
/** Machines that a hook may be narrowed to; venues, groups and events too. */
export const MAX_ONLY = 20
/** Deliveries of a hook that its log shows, the newest ones. */
export const MAX_LOGGED = PART_ROWS

export const noWebhook = defineError(404, 'no-webhook', 'There is no such webhook.')
export const noDelivery = defineError(404, 'no-delivery', 'There is no such delivery.')
export const webhookIdUsed = defineError(409, 'id-used', 'This id was used for another webhook.')
export const webhooksFull = defineError(409, 'webhooks-full', 'There are {n} webhooks here already, which is the most. Remove one first.')
export const webhookOff = defineError(409, 'webhook-off', 'This webhook is switched off. Switch it on first.')
export const webhookUnsigned = defineError(409, 'webhook-unsigned', 'Messages to Discord are not signed, so this webhook has no secret.')
export const deliveryWaits = defineError(409, 'delivery-waits', 'This delivery is still to be sent.')

/** Why a hook sends nothing. `owner`: somebody has switched it off; `failing`: nothing has arrived for three days; `full`: more
 * than 10,000 deliveries were waiting */
export type OffReason = 'owner' | 'failing' | 'full'

/** A document of `webhooks`. */
export interface WebhookDoc {
  /** whose hook it is; left out together with `eventId`: the site's */
  groupId?: string
  eventId?: string
  name: string
  /** the server that it leads to */
  host: string
  /** the last four characters of its address, which is a secret */
  ending: string
  /** messages are written for Discord */
  discord?: true
  types: EventType[]
  only: Only
  /** the names of what `only` has, by their ids; left out: what is no more, or was made private */
  onlyNames: Record<string, string>
  createdAt: Date
  /** left out while it is on */
  off?: OffReason
  /** since when nothing has arrived; left out: the last delivery has, or there was none */
  failingSince?: Date
  /** deliveries that are still to be sent */
  waiting: number
}

export type DeliveryState = 'waiting' | 'delivered' | 'dead'

/** A document of `webhookDeliveries`. */
export interface WebhookDeliveryDoc {
  webhookId: string
  /** one of the types that hooks choose, or `webhook.test` */
  type: string
  /** what it is about, in a few words: a score, an event */
  subject: string
  /** for the order of the log, the newest one highest */
  order: number
  createdAt: Date
  /** `dead`: it was given up */
  state: DeliveryState
  tries: number
  /** of the answer to the last try; left out: there was no answer, or no try yet */
  status?: number
  /** why the last try has failed, without the address */
  error?: string
  /** when it arrived, or was given up */
  endedAt?: Date
}

/** http, a name or an address of the internet, a port, and what follows in ASCII: neither a user's name nor a fragment. */
const ADDRESS = /^https?:\/\/(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?][!"$-[\]-~]*)?$/i

/**
 * The address of a hook. It is a secret, which no document has. The server also checks that it is one over https, which everybody on the
 * internet may reach.
 */
const address = v.pipe(
  v.string(mustBeText()),
  v.maxLength(1000, atMostCharacters(1000)),
  v.regex(ADDRESS, fieldRule('webhook-address', 'must be an address such as https://example.com/hook')),
)

const types = v.pipe(
  v.array(v.picklist(EVENT_TYPES, mustBeOneOf(EVENT_TYPES)), mustBeList()),
  v.minLength(1, mustNotBeEmpty()),
  v.check(list => new Set(list).size === list.length, fieldRule('duplicate', 'must not name a type twice')),
)

const someIds = v.pipe(
  v.array(id, mustBeList()),
  v.maxLength(MAX_ONLY, atMostItems(MAX_ONLY)),
  v.check(list => new Set(list).size === list.length, fieldRule('duplicate', 'must not name one twice')),
)

/** What the hook is narrowed to; an empty list narrows nothing. */
const only = strictObject({ machineIds: someIds, venueIds: someIds, groupIds: someIds, eventIds: someIds })

const whose = { groupId: v.optional(id), eventId: v.optional(id) }
const mustBeOne = malformed('must come alone, either it or eventId')

const ACCESS = 'who manages the webhooks'

/**
 * Adds a hook: of a group, by its owner; of an event, by its director; of the site, by an administrator. Returns the secret that its messages are
 * signed with, which nothing shows again; none for a webhook at Discord, whose messages are not signed. Idempotent on `_id`.
 */
export const webhooksAdd = defineMethod<{ webhookId: string; secret: string | null }>()(
  'webhooks.add',
  v.pipe(
    strictObject({ _id: uuidV7, ...whose, name: name(1, 80), address, types, only: v.optional(only) }),
    v.forward(
      v.check(({ groupId, eventId }) => groupId === undefined || eventId === undefined, mustBeOne),
      ['groupId'],
    ),
  ),
  {
    example: { name: 'Results bot', address: 'https://example.com/hook', types: ['score.record'] },
    access: ACCESS,
    rates: [perUser(60, HOUR)],
    errors: [noGroup, groupManagersOnly, noEvent, noMachine, noVenue, webhookIdUsed, webhooksFull],
  },
)

/**
 * Changes a hook. Omitted fields stay unchanged. `on`: false switches it off; true switches it on, and what happened meanwhile is not told. Returns
 * a secret where a hook that led to Discord leads elsewhere from now on; else null, and it keeps the one that it has.
 */
export const webhooksEdit = defineMethod<{ secret: string | null }>()(
  'webhooks.edit',
  strictObject({
    webhookId: id,
    name: v.optional(name(1, 80)),
    address: v.optional(address),
    types: v.optional(types),
    only: v.optional(only),
    on: v.optional(booleanField),
  }),
  {
    example: { on: false },
    access: ACCESS,
    rates: [perUser(120, HOUR)],
    errors: [noWebhook, noGroup, noEvent, noMachine, noVenue],
  },
)

/**
 * Gives a hook a new secret, and returns it, which nothing shows again. For 24 hours messages are signed with the former one too. `_id`: a new id;
 * the same call again returns the same secret.
 */
export const webhooksRotateSecret = defineMethod<{ secret: string }>()(
  'webhooks.rotateSecret',
  strictObject({ _id: uuidV7, webhookId: id }),
  { access: ACCESS, rates: [perUser(30, HOUR)], errors: [noWebhook, webhookUnsigned] },
)

/** Removes a hook with its log. What is still to be sent is not sent. */
export const webhooksRemove = defineMethod<Record<string, never>>()('webhooks.remove', strictObject({ webhookId: id }), {
  access: ACCESS,
  rates: PERSONAL,
  errors: [noWebhook],
})

/** Sends a test to a hook, which its log shows. `_id`: that of the delivery. Idempotent on it. */
export const webhooksTest = defineMethod<{ deliveryId: string }>()('webhooks.test', strictObject({ _id: uuidV7, webhookId: id }), {
  access: ACCESS,
  rates: [perUser(60, HOUR)],
  errors: [noWebhook, webhookOff, webhookIdUsed],
})

/** Sends a delivery again that has arrived or was given up, with the same id and body, and before those that wait for the same machine or event. */
export const webhooksResend = defineMethod<Record<string, never>>()('webhooks.resend', strictObject({ deliveryId: id }), {
  access: ACCESS,
  rates: [perUser(120, HOUR)],
  errors: [noDelivery, webhookOff, deliveryWaits],
})

/** What a delivery says, and what its receiver has answered to the last try. */
export interface DeliveryContent {
  /** as it is sent, but for Discord, for which a message is written from it; null: it names something that has become private since */
  body: string | null
  /** null: there was no answer, or no try yet */
  status: number | null
  /** the first 500 characters of the answer's body; null like `status` */
  answer: string | null
}

/** Returns the body of a delivery, and the answer to it. */
export const webhooksDelivery = defineMethod<DeliveryContent>()('webhooks.delivery', strictObject({ deliveryId: id }), {
  access: ACCESS,
  rates: PERSONAL,
  errors: [noDelivery],
})

/** The hooks of a group, of an event, or of the site, without their addresses and secrets. */
export const webhooksList = definePublication(
  'webhooks.list',
  v.pipe(
    strictObject(whose),
    v.forward(
      v.check(({ groupId, eventId }) => groupId === undefined || eventId === undefined, mustBeOne),
      ['groupId'],
    ),
  ),
  ['webhooks'],
  { access: ACCESS, errors: [noGroup, groupManagersOnly, noEvent] },
)

/** The newest deliveries of a hook, at most 50. `before`: the id of a delivery; only older ones. They are kept for 14 days. */
export const webhooksLog = definePublication(
  'webhooks.log',
  strictObject({ webhookId: id, before: v.optional(id) }),
  ['webhookDeliveries'],
  {
    access: ACCESS,
    errors: [noWebhook],
    parts: partsOf('webhookDeliveries', '-order'),
  },
)
