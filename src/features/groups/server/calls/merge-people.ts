import { groupsMergePeople, noPerson, personHasAccount } from '#groups/contract.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { peopleChanged } from '../changes.ts'
import { type GroupsServices, lockManaged } from '../groups.ts'
import { lockPeople, removePeople, updatePerson } from '../people/people-store.ts'

export const mergePeople = handle(groupsMergePeople, async (call, { database, people }: GroupsServices) => {
  const userId = signedIn(call)
  const { groupId, from: fromId, into: intoId } = call.input
  const committed = await database.transaction(async tx => {
    await lockManaged(tx, groupId, userId, ['owner', 'manager'])
    const locked = await lockPeople(tx, [fromId, intoId])
    const [from, into] = [locked.get(fromId), locked.get(intoId)]
    if (from?.groupId !== groupId || into?.groupId !== groupId || fromId === intoId) throw noPerson()
    if (from.userId !== null) throw personHasAccount()
    const written: ChangeLogEntry[] = []
    const changes: NewChange[] = [peopleChanged.of({ groupId })]
    for (const hook of people.hooks) {
      const moved = await hook.merged(tx, { from, into, by: userId })
      written.push(...moved.written)
      changes.push(...moved.changes)
    }
    await updatePerson(tx, into)
    await removePeople(tx, [fromId])
    return [...written, ...(await appendChanges(tx, changes))]
  })
  await call.committed(committed)
  return {}
})
