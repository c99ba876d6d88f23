import { peopleMet } from '#groups/contract.ts'
import type { PeopleHook } from '#groups/server/api.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import { createEventChange } from '../changes.ts'
import type { EventServices } from '../event-services.ts'
import { claimEntries } from './claim-entries.ts'
import {
  eraseLoggedNames,
  hasMetAccount,
  haveMet,
  listGuestEntries,
  listPlayed,
  movePerson,
  type PersonEntry,
  releasePerson,
  renameGuests,
} from './person-store.ts'

/** What stands in events instead of the name of somebody who left the group's list and wished so. */
export const FORMER_MEMBER = 'Former member'

const toChanges = (entries: readonly PersonEntry[]): NewChange[] => entries.map(({ eventId }) => createEventChange(eventId))

/** What becomes of the entries of people when the group's list changes. */
export const createPeopleHook = (services: Pick<EventServices, 'clock' | 'claimHooks' | 'gameScoresHooks'>): PeopleHook => ({
  renamed: async (tx, person) => toChanges(await renameGuests(tx, person.id, person)),

  async merged(tx, { from, into, by }) {
    if (await haveMet(tx, from.id, into.id)) throw peopleMet()
    const { userId } = into
    if (userId === null) {
      const renamed = await renameGuests(tx, from.id, into)
      await movePerson(tx, from.id, into.id)
      return { written: [], changes: toChanges(renamed) }
    }
    if (await hasMetAccount(tx, from.id, userId)) throw peopleMet()
    const entries = await listGuestEntries(tx, from.id)
    await movePerson(tx, from.id, into.id)
    return claimEntries(tx, services, {
      userId,
      entries,
      describe: (name, entrantId) => ({ by, action: 'merged', subject: { kind: 'merged', name, players: [entrantId] } }),
      drawnTogether: peopleMet,
    })
  },

  played: (tx, personIds) => listPlayed(tx, personIds),

  async removed(tx, person, eraseName) {
    const { id, groupId, name, userId } = person
    const erased = eraseName && userId === null ? await renameGuests(tx, id, { name: FORMER_MEMBER, ifpaNumber: null }) : []
    if (erased.length > 0) await eraseLoggedNames(tx, erased, { name, groupId, substitute: FORMER_MEMBER })
    // Features that add up events by people are told of it, even if the name stays.
    return toChanges(await releasePerson(tx, id))
  },
})
