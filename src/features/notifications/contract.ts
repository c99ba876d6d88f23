import * as v from 'valibot'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { MINUTE, PERSONAL, perUser } from '#platform/live/rates.ts'
import { booleanField, strictObject, text } from '#platform/live/schemas.ts'
import { malformed, mustBeText } from '#platform/text/field-rules.ts'

/**
 * What a user can turn on. `starts` and `rounds` are about events that the user is in, `moderated` also about scores that are voided in them,
 * `claims` about reported games that two players claim at venues that the user manages.
 */
export const NOTIFICATION_SWITCHES = ['beaten', 'starts', 'rounds', 'moderated', 'claims'] as const
export type NotificationSwitch = (typeof NOTIFICATION_SWITCHES)[number]

/** The user's preferences: which notifications are on. */
export type NotificationPreferences = Record<NotificationSwitch, boolean>

/** A document of `notificationSettings`: the user's own preferences; its `_id` is the user's. */
export interface NotificationSettingsDoc extends NotificationPreferences {
  /** the `applicationServerKey` that a browser subscribes with, base64url */
  publicKey: string
  /** messages can be sent to the app on Android phones; left out: they cannot */
  fcm?: true
  /** messages can be sent to the app on iPhones; left out: they cannot */
  apns?: true
}

/** A document of `pushDevices`: one of the user's browsers, or a phone with the app, that receives push messages. */
export interface PushDeviceDoc {
  /** URL at which its push service accepts messages for it, or `fcm:` or `apns:` and the token of a phone with the app; no other user can see it */
  endpoint: string
  /** for example "Firefox on Android" */
  browser: string
  createdAt: Date
  /** when a message was last accepted, as of the last change of preferences or devices; null: none was accepted yet */
  lastSuccess: Date | null
}

const endpoint = text(1, 1000)

/** The services that send messages to phones with the app: Firebase Cloud Messaging and the Apple Push Notification service. */
export const PHONE_SERVICES = ['fcm', 'apns'] as const
export type PhoneService = (typeof PHONE_SERVICES)[number]

/** The endpoint of a phone with the app. @param token that the service has given to it */
export const phoneEndpoint = (service: PhoneService, token: string): string => `${service}:${token}`

/** An uncompressed point of P-256, in base64url; the server checks that it is on the curve. */
export const mustBeP256 = malformed('must be a P-256 key in base64url')
const p256dh = v.pipe(v.string(mustBeText()), v.regex(/^B[\w-]{86}$/, mustBeP256))
const auth = v.pipe(v.string(mustBeText()), v.regex(/^[\w-]{22}$/, malformed('must be 16 bytes in base64url')))

/**
 * From now on this browser, or this phone with the app, receives the caller's messages, and no longer another user's. Beyond ten devices, the
 * oldest is removed. A browser gives its keys; a phone has none, and its endpoint is `fcm:` (Android) or `apns:` (iOS) and its token.
 */
export const notificationsSubscribe = defineMethod<Record<string, never>>()(
  'notifications.subscribe',
  strictObject({ endpoint, keys: v.optional(v.strictObject({ p256dh, auth }, malformed('must be an object'))) }),
  { access: 'signed in', rates: [perUser(30, 10 * MINUTE)], errors: [] },
)

export const notificationsUnsubscribe = defineMethod<Record<string, never>>()('notifications.unsubscribe', strictObject({ endpoint }), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [],
})

/** Fields that are left out keep their value; all are off at first. */
export const notificationsSet = defineMethod<Record<string, never>>()(
  'notifications.set',
  strictObject(v.entriesFromList(NOTIFICATION_SWITCHES, v.optional(booleanField))),
  { example: { beaten: true }, access: 'signed in', rates: PERSONAL, errors: [] },
)

/** The user's own preferences and devices; nothing for visitors. */
export const notificationsMine = definePublication('notifications.mine', strictObject({}), ['notificationSettings', 'pushDevices'], {
  access: 'everybody',
  errors: [],
})
