import * as v from 'valibot'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { HOUR, MINUTE, perAddress } from '#platform/live/rates.ts'
import { id, strictObject, text, uuidV7 } from '#platform/live/schemas.ts'
import { malformed } from '#platform/text/field-rules.ts'
import { deviceEnded, eventOver, noEvent } from './errors.ts'
import { EVENT_STAFF } from './rates.ts'

export const deviceLinkUnknown = defineError(404, 'device-link-unknown', 'This link is good no longer. Ask the director for another.')
export const deviceLinkIdUsed = defineError(409, 'id-used', 'This id was used for another link.')
export const deviceLinkUsed = defineError(409, 'device-link-used', 'Another device has opened this link.')

export const kioskEntersOnly = defineError(403, 'kiosk-enters-only', 'A kiosk only enters scores and results.')
export const kioskCodeWrong = defineError(403, 'kiosk-code-wrong', 'This is not the code of this kiosk.')

/** 256 random bits in base64url: the token of a device link, or the key that a device makes for itself. */
export const deviceSecret = v.pipe(text(43, 43), v.regex(/^[\w-]+$/, malformed('must be 43 characters of base64url')))

/** The key of a device link, with which a device without an account keeps the scores of an event; see `events.openDevice`. */
export const deviceKey = deviceSecret

/** Input of a publication of an event's parts, for a user or, with its key, for a device that keeps the event's scores. */
export const eventForViewer = { eventId: id, device: v.optional(deviceKey) }

export const viewerErrors = [noEvent, deviceEnded]

/** The code by which a kiosk is left. Its maker chooses it. */
export const kioskCode = text(4, 32)

/**
 * Our addition: makes a link by which one device keeps scores without an account. Until the link is opened, repeating the call
 * returns a new address, and the earlier one is good no longer. With `kioskCode` the device is a kiosk: it enters results of games that
 * have none, and scores, changes nothing, and is left by this code alone.
 */
export const eventsDeviceLink = defineMethod<{ url: string }>()(
  'events.deviceLink',
  strictObject({ _id: uuidV7, eventId: id, kioskCode: v.optional(kioskCode) }),
  {
    access: 'director of the event',
    rates: EVENT_STAFF,
    errors: [noEvent, eventOver, deviceLinkIdUsed],
  },
)

/**
 * Our addition: ends a kiosk, by its code; `key`: that of the device. A kiosk whose link has ended is left by the code too. Of a link that is not known
 * any more nobody has the code: then the error is 403 `device-link-unknown`, and the device is free.
 */
export const eventsLeaveKiosk = defineMethod<Record<string, never>>()(
  'events.leaveKiosk',
  strictObject({ key: deviceKey, code: kioskCode }),
  {
    access: 'everybody',
    rates: [perAddress(10, MINUTE), perAddress(60, HOUR)],
    errors: [deviceEnded, kioskCodeWrong],
  },
)

/**
 * Our addition: binds a device link to the device that opens it first. `token`: from the fragment of the link; `key`: made by the
 * device, which then sends it as `device` with `events.result`, `events.presence`, `events.enter`, `stations.confirm` and
 * `stations.unlink`, and with its subscriptions, so that it also sees an event of a private group. Repeating the call with the same key returns the same answer.
 */
export const eventsOpenDevice = defineMethod<{ eventId: string }>()(
  'events.openDevice',
  strictObject({ token: deviceSecret, key: deviceSecret }),
  {
    access: 'everybody',
    rates: [perAddress(300, MINUTE)],
    errors: [deviceLinkUnknown, deviceLinkUsed],
  },
)

/** Our addition: ends a device link. Ending it again changes nothing. */
export const eventsEndDevice = defineMethod<Record<string, never>>()('events.endDevice', strictObject({ eventId: id, deviceId: id }), {
  access: 'director of the event',
  rates: EVENT_STAFF,
  errors: [noEvent],
})

/** Our addition: the event's device links that are good, for those who direct it. */
export const eventsDevices = definePublication('events.devices', strictObject({ eventId: id }), ['eventDevices'], {
  access: 'director of the event',
  errors: [noEvent],
})
