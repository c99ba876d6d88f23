import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { ListedPeopleApi } from '../api.ts'
import { addToList } from '../calls/add-people.ts'
import { removeFromList } from '../calls/remove-person.ts'
import { peopleChanged } from '../changes.ts'
import { type GroupsServices, lockManaged } from '../groups.ts'
import { listPeople, lockPeople, type PersonRow, updatePerson } from './people-store.ts'

/** Makes what a feature that imports lists of people uses. */
export function createPeopleLists(services: GroupsServices): ListedPeopleApi {
  const { database, people } = services
  const lockListed = async (tx: Db, groupId: string, ids: readonly string[]): Promise<PersonRow[]> =>
    [...(await lockPeople(tx, ids)).values()].filter(person => person.groupId === groupId)
  const setNumber = async (tx: Db, person: PersonRow, ifpaNumber: string | null, at: number): Promise<NewChange[]> => {
    const after = { ...person, ifpaNumber }
    await updatePerson(tx, after, at)
    const changes: NewChange[] = [peopleChanged.of({ groupId: person.groupId })]
    for (const hook of people.hooks) changes.push(...(await hook.renamed(tx, after)))
    return changes
  }
  return {
    list: (groupId, by) =>
      database.transaction(async tx => {
        await lockManaged(tx, groupId, by, ['owner', 'manager'])
        return listPeople(tx, groupId)
      }),
    add: (tx, added) => addToList(tx, services, added),
    async setNumbers(tx, { groupId, by, numbers, at }) {
      await lockManaged(tx, groupId, by, ['owner', 'manager'])
      const changes: NewChange[] = []
      for (const person of await lockListed(tx, groupId, [...numbers.keys()]))
        if (person.userId === null && person.ifpaNumber === null)
          changes.push(...(await setNumber(tx, person, numbers.get(person.id)!, at)))
      return changes
    },
    async takeBack(tx, { groupId, by, added, numbered, at }) {
      await lockManaged(tx, groupId, by, ['owner', 'manager'])
      const locked = await lockListed(tx, groupId, [...added, ...numbered])
      const played = new Set<string>()
      for (const hook of people.hooks) for (const id of await hook.played(tx, added)) played.add(id)
      const changes: NewChange[] = []
      for (const person of locked) {
        const { id: personId, userId, changedAt } = person
        if (userId !== null) continue
        if (numbered.includes(personId)) {
          if (changedAt === at) changes.push(...(await setNumber(tx, person, null, at)))
        } else if (changedAt === null && !played.has(personId))
          changes.push(...(await removeFromList(tx, services, { groupId, personId, by, eraseName: false })))
      }
      return changes
    },
  }
}
