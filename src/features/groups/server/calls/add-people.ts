import { groupsAddPeople, MAX_PEOPLE, PERSON_FIELDS, peopleFull, personIdUsed } from '#groups/contract.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { fieldError } from '#platform/live/contract.ts'
import { recordValues } from '#platform/live/record.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintRecord } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import type { AddedPeople } from '../api.ts'
import { peopleChanged } from '../changes.ts'
import { checkPersonName, type GroupsServices, lockManaged } from '../groups.ts'
import { PEOPLE_A_DAY } from '../people/group-people.ts'
import * as people from '../people/people-store.ts'
import { lockMember } from '../store.ts'

const mustNotRepeat = fieldRule('duplicate', 'must not name a person twice')

/**
 * Puts people on a group's list, for one who runs the group. Those who are on it under the same id stay.
 * @returns the changes for the change log
 * @throws DdpError 400, 403, 404, 409, 429
 */
export async function addToList(tx: Db, services: GroupsServices, { groupId, by, people: given }: AddedPeople): Promise<NewChange[]> {
  const added = given.map(({ id, ...rest }) => {
    const fields = recordValues(PERSON_FIELDS, rest)
    return { id, groupId, madeBy: by, fingerprint: fingerprintRecord(PERSON_FIELDS, fields), ...fields }
  })
  await lockManaged(tx, groupId, by, ['owner', 'manager'])
  // For the day's limit. The group comes first, as where its members or their roles change.
  await lockMember(tx, by)
  if (new Set(added.map(({ id }) => id)).size < added.length) throw fieldError('people', mustNotRepeat)
  const inserted = await people.insertPeople(tx, added)
  const repeated = added.filter(({ id }) => !inserted.has(id))
  const known = await people.findFingerprints(
    tx,
    groupId,
    repeated.map(({ id }) => id),
  )
  if (repeated.some(({ id, fingerprint }) => known.get(id) !== fingerprint)) throw personIdUsed()
  if (inserted.size === 0) return []
  for (const [i, { id, name }] of added.entries()) if (inserted.has(id)) await checkPersonName(services, tx, `people.${i}.name`, name)
  if ((await people.countPeople(tx, groupId)) > MAX_PEOPLE) throw peopleFull({ n: MAX_PEOPLE })
  await services.peopleDayLimit.check(tx, by, PEOPLE_A_DAY)
  return [peopleChanged.of({ groupId })]
}

export const addPeople = handle(groupsAddPeople, async (call, services: GroupsServices) => {
  const by = signedIn(call)
  const { groupId, people: given } = call.input
  await call.commit(tx => addToList(tx, services, { groupId, by, people: given.map(({ _id: id, ...person }) => ({ id, ...person })) }))
  return {}
})
