import { isDeepStrictEqual } from 'node:util'
import { handle } from '#platform/live/server/call-handler.ts'
import { noPlayer } from '#players/contract/players.ts'
import { noMember } from '#roles/contract.ts'
import { venueManagersChanged, venuesSetManagers } from '#venues/contract.ts'
import * as store from '../store.ts'
import { changeAsManager, changeOf, type VenuesServices } from '../venues.ts'

export const setManagers = handle(venuesSetManagers, (call, services: VenuesServices) =>
  changeAsManager(call, services, async (tx, venue) => {
    const { userIds, was } = call.input
    const before = (await store.venueManagers(tx, venue.id)).map(({ userId }) => userId)
    const isSame = (a: readonly string[], b: readonly string[]): boolean => isDeepStrictEqual(new Set(a), new Set(b))
    if (isSame(before, userIds)) return []
    if (!isSame(before, was)) throw venueManagersChanged()
    const added = userIds.filter(userId => !before.includes(userId))
    for (const userId of added) {
      if (!(await services.accounts.getUser(userId))?.username) throw noPlayer()
      // A user who cannot see the venue cannot manage it.
      await services.access.assertGroupVisible(venue.groupId, userId).catch(() => {
        throw noMember()
      })
    }
    await store.setManagers(tx, venue.id, userIds)
    return [changeOf(venue, { part: 'managers', userIds: [...added, ...before.filter(userId => !userIds.includes(userId))] })]
  }),
)
