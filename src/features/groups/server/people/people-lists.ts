import type { NewChange } from '#platform/db/change-log/write.ts'
import type { ListedPeopleApi } from '../api.ts'
import { addToList } from '../calls/add-people.ts'
import { removeFromList } from '../calls/remove-person.ts'
import { type GroupsServices, lockManaged } from '../groups.ts'
import { listPeople } from './people-store.ts'

/** Makes what a feature that imports lists of people uses. */
export const createPeopleLists = (services: GroupsServices): ListedPeopleApi => ({
  list: (groupId, by) =>
    services.database.transaction(async tx => {
      await lockManaged(tx, groupId, by, ['owner', 'manager'])
      return listPeople(tx, groupId)
    }),
  add: (tx, added) => addToList(tx, services, added),
  async remove(tx, { groupId, by, ids }) {
    const changes: NewChange[] = []
    for (const personId of ids)
      changes.push(...(await removeFromList(tx, services, { groupId, personId, by, eraseName: false, claimed: false })))
    return changes
  },
})
