import { notificationsUnsubscribe } from '#notifications/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { changeForUser } from '../preferences.ts'
import { deleteDevice } from '../store.ts'

export const unsubscribe = handle(notificationsUnsubscribe, async call => {
  const userId = signedIn(call)
  await changeForUser(call, userId, async tx => ((await deleteDevice(tx, userId, call.input.endpoint)) ? [userId] : []))
  return {}
})
