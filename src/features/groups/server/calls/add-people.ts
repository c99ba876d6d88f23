import { groupsAddPeople, MAX_PEOPLE, PERSON_FIELDS, peopleFull, personIdUsed } from '#groups/contract.ts'
import { fieldError } from '#platform/live/contract.ts'
import { recordValues } from '#platform/live/record.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintRecord } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { peopleChanged } from '../changes.ts'
import { checkPersonName, type GroupsServices, lockManaged } from '../groups.ts'
import { PEOPLE_A_DAY } from '../people/group-people.ts'
import * as people from '../people/people-store.ts'
import { lockMember } from '../store.ts'

const mustNotRepeat = fieldRule('duplicate', 'must not name a person twice')

export const addPeople = handle(groupsAddPeople, async (call, services: GroupsServices) => {
  const userId = signedIn(call)
  const { groupId } = call.input
  const added = call.input.people.map(({ _id: id, ...given }) => {
    const fields = recordValues(PERSON_FIELDS, given)
    return { id, groupId, madeBy: userId, fingerprint: fingerprintRecord(PERSON_FIELDS, fields), ...fields }
  })
  await call.commit(async tx => {
    await lockManaged(tx, groupId, userId, ['owner', 'manager'])
    // For the day's limit. The group comes first, as where its members or their roles change.
    await lockMember(tx, userId)
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
    await services.peopleDayLimit.check(tx, userId, PEOPLE_A_DAY)
    return [peopleChanged.of({ groupId })]
  })
  return {}
})
