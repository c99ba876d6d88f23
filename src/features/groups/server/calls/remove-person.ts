import { groupsRemovePerson } from '#groups/contract.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { peopleChanged } from '../changes.ts'
import { type GroupsServices, lockManaged } from '../groups.ts'
import { lockPeople, removePeople } from '../people/people-store.ts'

/**
 * Takes somebody off a group's list, for one who runs the group.
 * @returns the changes for the change log
 * @throws DdpError 403, 404
 */
export async function removeFromList(
  tx: Db,
  { people }: GroupsServices,
  { groupId, personId, by, eraseName }: { groupId: string; personId: string; by: string; eraseName: boolean },
): Promise<NewChange[]> {
  await lockManaged(tx, groupId, by, ['owner', 'manager'])
  const person = (await lockPeople(tx, [personId])).get(personId)
  if (person?.groupId !== groupId) return []
  const changes: NewChange[] = [peopleChanged.of({ groupId })]
  for (const hook of people.hooks) changes.push(...(await hook.removed(tx, person, eraseName)))
  await removePeople(tx, [personId])
  return changes
}

export const removePerson = handle(groupsRemovePerson, async (call, services: GroupsServices) => {
  const by = signedIn(call)
  const { groupId, personId, eraseName } = call.input
  await call.commit(tx => removeFromList(tx, services, { groupId, personId, by, eraseName }))
  return {}
})
