import { isDeepStrictEqual } from 'node:util'
import { groupsEditPerson, noPerson, PERSON_FIELDS, personHasAccount } from '#groups/contract.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import { recordValues } from '#platform/live/record.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { peopleChanged } from '../changes.ts'
import { checkPersonName, type GroupsServices, lockManaged } from '../groups.ts'
import { lockPeople, updatePerson } from '../people/people-store.ts'

export const editPerson = handle(groupsEditPerson, async (call, services: GroupsServices) => {
  const userId = signedIn(call)
  const { groupId, personId, ...given } = call.input
  await call.commit(async tx => {
    await lockManaged(tx, groupId, userId, ['owner', 'manager'])
    const person = (await lockPeople(tx, [personId])).get(personId)
    if (person?.groupId !== groupId) throw noPerson()
    if (person.userId !== null && (given.name !== undefined || given.ifpaNumber !== undefined)) throw personHasAccount()
    const after = { ...person, ...recordValues(PERSON_FIELDS, given, person) }
    if (isDeepStrictEqual(after, person)) return []
    await updatePerson(tx, after)
    const changes: NewChange[] = [peopleChanged.of({ groupId })]
    if (after.name !== person.name) await checkPersonName(services, tx, 'name', after.name)
    if (after.name !== person.name || after.ifpaNumber !== person.ifpaNumber)
      for (const hook of services.people.hooks) changes.push(...(await hook.renamed(tx, after)))
    return changes
  })
  return {}
})
