import { USERS } from '#accounts/contract/accounts.ts'
import { userChanged } from '#accounts/server/changes.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import { ROLES } from '../contract.ts'
import { readRoles } from './store.ts'

/** `_roles`: the user's own document, with its roles only; ready at once for a visitor. */
export function registerPublications(live: LiveServer): void {
  const ownRoles = live.sharedQuery<string, string>({
    cache: { name: 'own roles', maxIdle: 1000 },
    params: userId => userId,
    key: userId => userId,
    async load(tx, userId) {
      const roles = await readRoles(tx, userId)
      return roles === null ? {} : { [USERS]: [[userId, { roles: roles as Ejson }]] }
    },
    reloadOn: [userChanged.touches(({ userId }) => [userId])],
  })
  live.ddp.publish(ROLES, publishing => {
    const { userId } = publishing
    return userId === null ? publishing.ready() : ownRoles.acquire(publishing, userId)
  })
}
