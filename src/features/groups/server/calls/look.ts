import { groupsLook, noInvite } from '#groups/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { type GroupsServices, hashCode } from '../groups.ts'
import { findInvite } from '../store.ts'

export const lookAtGroup = handle(groupsLook, async (call, { database, clock }: GroupsServices) => {
  const invite = await findInvite(database.db, hashCode(call.input.code), new Date(clock.now()))
  if (invite === null) throw noInvite()
  const { groupId, name, memberCount, picture, username, displayName, expiresAt } = invite
  const by = username === null || displayName === null ? null : { username, displayName }
  return { groupId, name, memberCount, by, expiresAt, ...(picture === null ? {} : { picture }) }
})
