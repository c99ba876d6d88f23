import type { Fields } from '#ddp/wire/ejson.ts'
import { type GroupPersonDoc, MAX_PEOPLE, PERSON_FIELDS, peopleFull } from '#groups/contract.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { recordValues, shownFields } from '#platform/live/record.ts'
import type { DayLimit } from '#platform/live/server/day-limit.ts'
import { fingerprintRecord } from '#platform/live/server/fingerprint.ts'
import type { GroupPeopleApi, KeptGuest, KeptGuests, ListedPerson, PeopleHook } from '../api.ts'
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
  readonly #dayLimit: DayLimit

  /** @param dayLimit counts the people whom a user puts on lists */
  constructor(dayLimit: DayLimit) {
    this.#dayLimit = dayLimit
  }

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

  list(db: Db, groupId: string): Promise<ListedPerson[]> {
    return store.listPeople(db, groupId)
  }

  lockForShare(tx: Db, groupId: string, personId: string): Promise<ListedPerson | null> {
    return store.lockPersonForShare(tx, groupId, personId)
  }

  async lockForChange(tx: Db, personId: string): Promise<ListedPerson | null> {
    return (await store.lockPeople(tx, [personId])).get(personId) ?? null
  }

  /** The group and the user are not locked, so events that are filled at the same moment may pass both limits by what each of them adds. */
  async keep(tx: Db, groupId: string, madeBy: string, guests: readonly KeptGuest[]): Promise<KeptGuests> {
    if (guests.length === 0) return { ids: new Set(), changes: [], refusal: null }
    const room = Math.max(0, MAX_PEOPLE - (await store.countPeople(tx, groupId)))
    const fitting = guests.slice(0, room)
    const { admitted, refusal } = await this.#dayLimit.admit(tx, madeBy, PEOPLE_A_DAY, fitting.length)
    const people = fitting.slice(0, admitted).map(({ id, name, ifpaNumber }) => {
      const fields = recordValues(PERSON_FIELDS, { name, ifpaNumber })
      return { id, groupId, madeBy, fingerprint: fingerprintRecord(PERSON_FIELDS, fields), ...fields }
    })
    const ids = people.length === 0 ? new Set<string>() : await store.insertPeople(tx, people)
    return {
      ids,
      changes: ids.size === 0 ? [] : [peopleChanged.of({ groupId })],
      refusal: refusal ?? (fitting.length < guests.length ? peopleFull({ n: MAX_PEOPLE }) : null),
    }
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
