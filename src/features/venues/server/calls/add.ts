import { randomInt } from 'node:crypto'
import { noUser } from '#accounts/contract/errors.ts'
import { groupManagersOnly } from '#groups/contract.ts'
import { lockUntilCommit } from '#platform/db/lock-until-commit.ts'
import { recordValues } from '#platform/live/record.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintRecord } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { VENUE_FIELDS, venueIdUsed, venuesAdd } from '#venues/contract.ts'
import { newMachineCode } from '#venues/rules/machine-code.ts'
import { freeSlug, slugBase } from '#venues/rules/slug.ts'
import * as store from '../store.ts'
import { changeOf, checkNames, type VenuesServices } from '../venues.ts'

/** Venues that one user may add in 24 hours, including those removed since. */
export const VENUES_A_DAY = 10

export const addVenue = handle(venuesAdd, async (call, services: VenuesServices) => {
  const { accounts, groups, dayLimit } = services
  const userId = signedIn(call)
  const { _id: id, groupId = null, ...given } = call.input
  const fields = recordValues(VENUE_FIELDS, given)
  const group = groupId === null ? null : await groups.assertVisible(groupId, userId)
  if (groupId !== null && !(await groups.isManager(groupId, userId))) throw groupManagersOnly()
  const fingerprint = fingerprintRecord(VENUE_FIELDS, fields, groupId)
  let slug = ''
  await call.commit(async tx => {
    if ((await accounts.lock(tx, userId)) === null) throw noUser()
    const added = await store.findAdded(tx, id, userId, fingerprint)
    if (added?.isSame === false) throw venueIdUsed()
    if (added !== null) {
      slug = added.slug
      return []
    }
    await checkNames(services, tx, fields)
    await lockUntilCommit(tx, 'newVenue')
    // The address of a venue that few may see is no number of a series, which would tell the others that there is one.
    const base =
      group?.visibility === 'private' ? `${slugBase(fields.name)}-${newMachineCode(new Set(), randomInt)}` : slugBase(fields.name)
    slug = freeSlug(base, await store.takenSlugs(tx, base))
    await store.insertVenue(tx, { id, slug, ...fields, groupId, madeBy: userId, fingerprint })
    await dayLimit.check(tx, userId, VENUES_A_DAY)
    await store.setManagers(tx, id, [userId])
    return [changeOf({ id, groupId }, { part: 'venue', userIds: [userId] })]
  })
  return { venueId: id, slug }
})
