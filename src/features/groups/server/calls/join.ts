import { groupsJoin, noInvite } from '#groups/contract.ts'
import type { Db } from '#platform/db/database.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { type GroupsServices, hashCode, lockVisible } from '../groups.ts'
import { addMember } from '../members.ts'
import * as store from '../store.ts'

/** Joining a second time changes nothing. */
export const join = handle(groupsJoin, async (call, services: GroupsServices) => {
  const userId = signedIn(call)
  const { code } = call.input
  let groupId = call.input.groupId ?? ''
  await call.commit(async tx => {
    if (code === undefined) await lockVisible(tx, groupId, userId)
    else groupId = await lockInvitedGroup(services, tx, code)
    return (await store.findMember(tx, groupId, userId)) === null ? addMember(services, tx, groupId, userId, 'member') : []
  })
  return { groupId }
})

/**
 * Returns the id of the group that the code is for, with the group locked. The code is checked again after the wait for the lock, because
 * it may have become invalid meanwhile. @throws DdpError 404
 */
async function lockInvitedGroup({ clock }: GroupsServices, tx: Db, code: string): Promise<string> {
  const find = (): Promise<string | null> => store.findInvitedGroup(tx, hashCode(code), new Date(clock.now()))
  const groupId = await find()
  if (groupId !== null) await store.lockGroup(tx, groupId)
  if (groupId === null || (await find()) === null) throw noInvite()
  return groupId
}
