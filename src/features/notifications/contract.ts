import * as v from 'valibot'
import { booleanField, defineMethod, definePublication, strictObject, text } from '../../platform/live/contract.ts'

/** What somebody can be told of by a push message. */
export type NotificationKind = 'beaten' | 'starts' | 'moderated'

/** One's switches. */
export type Switches = Record<NotificationKind, boolean>

/** A document of `notificationSettings`: one's own switches; its `_id` is the user's. */
export interface NotificationSettingsDoc extends Switches {
  /** the `applicationServerKey` that a browser subscribes with, base64url */
  publicKey: string
}

/** A document of `pushDevices`: a browser of one's own that is told. */
export interface PushDeviceDoc {
  /** where its push service takes messages for it; nobody else is shown it */
  endpoint: string
  /** "Firefox on Android" */
  browser: string
  createdAt: Date
  /** when a message was last taken, as of the last change of switches or devices; null: none was yet */
  lastSuccess: Date | null
}

const endpoint = text(1, 1000)

/** A point of P-256, not compressed, in base64url; whether it is on the curve, the server says. */
const p256dh = v.pipe(v.string('must be text'), v.regex(/^B[\w-]{86}$/, 'must be a P-256 key in base64url'))
const auth = v.pipe(v.string('must be text'), v.regex(/^[\w-]{22}$/, 'must be 16 bytes in base64url'))

/** This browser is told from now on, whoever it told before; beyond ten, the oldest is told no more. */
export const notificationsSubscribe = defineMethod<Record<string, never>>()(
  'notifications.subscribe',
  strictObject({ endpoint, keys: v.strictObject({ p256dh, auth }, 'must be an object') }),
  { access: 'signed in', 400: 'no push service that this site sends to' },
)

export const notificationsUnsubscribe = defineMethod<Record<string, never>>()('notifications.unsubscribe', strictObject({ endpoint }), {
  access: 'signed in',
})

/** What is left out stays as it is; all are off at first. */
export const notificationsSet = defineMethod<Record<string, never>>()(
  'notifications.set',
  strictObject({ beaten: v.optional(booleanField), starts: v.optional(booleanField), moderated: v.optional(booleanField) }),
  { access: 'signed in' },
)

/** One's own switches and devices, live; to visitors nothing. */
export const notificationsMine = definePublication('notifications.mine', strictObject({}), ['notificationSettings', 'pushDevices'], {
  access: 'everybody',
})
