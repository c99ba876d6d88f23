import { randomBytes } from 'node:crypto'
import { eventsCheckInCode } from '#events/contract/entrants.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { EventServices } from '../event-services.ts'
import { lockEvent } from '../store.ts'

export const getCheckInCode = handle(eventsCheckInCode, async (call, { database, access }: EventServices) => {
  const { eventId } = call.input
  const userId = signedIn(call)
  const code = await database.transaction(async tx => {
    await access.requireScorekeeper(await lockEvent(tx, eventId, 'to change'), userId)
    const event = await tx.selectFrom('events').select('check_in_code as code').where('id', '=', eventId).executeTakeFirstOrThrow()
    if (event.code !== null) return event.code
    const newCode = randomBytes(16).toString('base64url')
    await tx.updateTable('events').set({ check_in_code: newCode }).where('id', '=', eventId).execute()
    return newCode
  })
  return { code }
})
