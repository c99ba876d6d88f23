import { randomBytes } from 'node:crypto'
import { DAY_MS } from '#accounts/rules/sign-in.ts'
import { groupsInvite } from '#groups/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { type GroupsServices, hashCode, lockManaged } from '../groups.ts'
import * as store from '../store.ts'

const VALID_DAYS = 7

export const invite = handle(groupsInvite, async (call, { database, clock }: GroupsServices) => {
  const userId = signedIn(call)
  const { groupId } = call.input
  const code = randomBytes(16).toString('base64url')
  const expiresAt = new Date(clock.now() + VALID_DAYS * DAY_MS)
  await database.transaction(async tx => {
    await lockManaged(tx, groupId, userId, ['owner', 'manager'])
    await store.deleteOldInvites(tx, new Date(clock.now()))
    await store.insertInvite(tx, hashCode(code), groupId, userId, expiresAt)
  })
  return { code, expiresAt }
})
