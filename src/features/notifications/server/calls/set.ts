import { NOTIFICATION_SWITCHES, notificationsSet } from '#notifications/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { moveCursorToHead } from '../detect-notifications.ts'
import { changeForUser } from '../preferences.ts'
import { findPreferences, saveSwitches } from '../store.ts'

export const set = handle(notificationsSet, async call => {
  const userId = signedIn(call)
  const given = call.input
  await changeForUser(call, userId, async tx => {
    if (Object.keys(given).length === 0) return []
    await moveCursorToHead(tx)
    const previous = await findPreferences(tx, userId)
    const switches = NOTIFICATION_SWITCHES.filter(each => given[each] ?? previous[each])
    await saveSwitches(tx, userId, switches)
    return [userId]
  })
  return {}
})
