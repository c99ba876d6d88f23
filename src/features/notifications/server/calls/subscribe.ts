import { describeDevice } from '#accounts/server/shared/user-agent.ts'
import { mustBeP256, notificationsSubscribe } from '#notifications/contract.ts'
import { fieldError } from '#platform/live/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { malformed } from '#platform/text/field-rules.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { moveCursorToHead } from '../detect-notifications.ts'
import { changeForUser, type NotificationsServices } from '../preferences.ts'
import { isPushService, parsePhoneEndpoint } from '../push-services.ts'
import * as store from '../store.ts'
import { isOnCurve } from '../vapid.ts'

export const subscribe = handle(notificationsSubscribe, async (call, { config, clock, phoneServices }: NotificationsServices) => {
  const device = describeDevice(call.invocation.connection.httpHeaders['user-agent'])
  const userId = signedIn(call)
  const { endpoint, keys } = call.input
  const phone = parsePhoneEndpoint(endpoint)
  const isPhone = phone !== null && keys === undefined && phoneServices.includes(phone.service)
  if (!isPhone && !isPushService(endpoint, config.pushOrigins))
    throw fieldError('endpoint', malformed('must be of a push service that this site sends to'))
  if (!isPhone && (keys === undefined || !isOnCurve(keys.p256dh))) throw fieldError('keys.p256dh', mustBeP256)
  const { p256dh, auth } = keys ?? { p256dh: null, auth: null }
  await changeForUser(call, userId, async tx => {
    await moveCursorToHead(tx)
    const previous = await store.removeFromOtherUsers(tx, endpoint, userId)
    await store.saveDevice(tx, { id: uuidv7(), userId, endpoint, p256dh, auth, device }, new Date(clock.now()))
    return previous === null ? [userId] : [userId, previous]
  })
  return {}
})
