import type { Fields } from '#ddp/wire/ejson.ts'
import { type GroupPersonDoc, MAX_PEOPLE, PERSON_FIELDS } from '#groups/contract.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { recordValues, shownFields } from '#platform/live/record.ts'
import { fingerprintRecord } from '#platform/live/server/fingerprint.ts'
import type { GroupPeopleApi, ListedPerson, PeopleHook } from '../api.ts'
import { peopleChanged } from '../changes.ts'
import * as store from './people-store.ts'

/** People whom one user may put on lists in 24 hours, including those removed since. */
export const PEOPLE_A_DAY = 2000

const personDocument = ({ id, userId, username, ...person }: store.ShownPersonRow): [string, GroupPersonDoc & Fields] => [
  id,
  {
    groupId: person.groupId,
    ...shownFields(PERSON_FIELDS, person),
    ...(userId === null ? {} : { userId, username: username ?? '' }),
  } as GroupPersonDoc & Fields,
]

/** What other features do with the people who play in the events of a group without an account (decision 050). */
export class GroupPeople implements GroupPeopleApi {
  readonly hooks: PeopleHook[] = []

  onChange(hook: PeopleHook): void {
    this.hooks.push(hook)
  }

  async documents(db: Db, groupId: string) {
    const people = await store.listPeople(db, groupId)
    return {
      groupPeople: people.map(personDocument),
      userIds: people.flatMap(({ userId }) => userId ?? []),
    }
  }

  lockForShare(tx: Db, groupId: string, personId: string): Promise<ListedPerson | null> {
    return store.lockPersonForShare(tx, groupId, personId)
  }

  async lockForChange(tx: Db, personId: string): Promise<ListedPerson | null> {
    return (await store.lockPeople(tx, [personId])).get(personId) ?? null
  }

  async keep(tx: Db, groupId: string, madeBy: string, { id, name, ifpaNumber }: { id: string; name: string; ifpaNumber: string | null }) {
    // The group is not locked, so events that are filled at the same moment may pass the limit by a few.
    if ((await store.countPeople(tx, groupId)) >= MAX_PEOPLE) return null
    const fields = recordValues(PERSON_FIELDS, { name, ifpaNumber })
    const fingerprint = fingerprintRecord(PERSON_FIELDS, fields)
    const inserted = await store.insertPeople(tx, [{ id, groupId, madeBy, fingerprint, ...fields }])
    return inserted.has(id) ? [peopleChanged.of({ groupId })] : null
  }

  async correct(tx: Db, personId: string, { name, ifpaNumber }: { name: string; ifpaNumber: string | null }): Promise<NewChange[]> {
    const person = (await store.lockPeople(tx, [personId])).get(personId)
    if (person === undefined || person.userId !== null || (person.name === name && person.ifpaNumber === ifpaNumber)) return []
    await store.updatePerson(tx, { ...person, name, ifpaNumber })
    return [peopleChanged.of({ groupId: person.groupId })]
  }

  /** An account that has claimed two people of one group is one person: the row that was claimed first stays. */
  async claim(tx: Db, { id, groupId }: ListedPerson, userId: string): Promise<NewChange[]> {
    const earlier = await store.findClaimedPerson(tx, groupId, userId)
    if (earlier === null) await store.setClaimed(tx, id, userId)
    else if (earlier !== id) await store.removePeople(tx, [id])
    return [peopleChanged.of({ groupId })]
  }
}
