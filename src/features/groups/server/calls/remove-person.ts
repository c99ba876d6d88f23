import { groupsRemovePerson } from '#groups/contract.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { peopleChanged } from '../changes.ts'
import { type GroupsServices, lockManaged } from '../groups.ts'
import { lockPeople, removePeople } from '../people/people-store.ts'

export const removePerson = handle(groupsRemovePerson, async (call, { people }: GroupsServices) => {
  const userId = signedIn(call)
  const { groupId, personId, eraseName } = call.input
  await call.commit(async tx => {
    await lockManaged(tx, groupId, userId, ['owner', 'manager'])
    const person = (await lockPeople(tx, [personId])).get(personId)
    if (person?.groupId !== groupId) return []
    const changes: NewChange[] = [peopleChanged.of({ groupId })]
    for (const hook of people.hooks) changes.push(...(await hook.removed(tx, person, eraseName)))
    await removePeople(tx, [personId])
    return changes
  })
  return {}
})
