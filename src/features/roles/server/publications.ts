import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Ejson } from '../../../ddp/wire/ejson.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { LiveServer } from '../../../platform/live/server/live-server.ts'
import { USERS } from '../../accounts/contract.ts'
import { ROLES } from '../contract.ts'
import { readRoles } from './store.ts'

/** `_roles`: one's own document with nothing but its roles; ready at once for a visitor. */
export function registerPublications(live: LiveServer, database: Database): void {
  const queries = live.queries('own roles', 1000)
  const open = new Map<string, Follower>()

  const ownRoles = async (userId: string): Promise<LiveQuery> => {
    const set = new LiveSet()
    const load = async (): Promise<number> => {
      const { position, roles } = await readRoles(database.db, userId)
      if (roles === null) set.remove(USERS, userId)
      else set.put(USERS, userId, { roles: roles as Ejson })
      return position
    }
    const follower = follow(load, async () => void (await load()))
    const close = (): void => {
      if (open.get(userId) === follower) open.delete(userId)
    }
    open.set(userId, follower)
    await follower.ready.catch(error => {
      close()
      throw error
    })
    return { set, close }
  }

  live.ddp.publish(ROLES, publishing => {
    const { userId } = publishing
    return userId === null ? publishing.ready() : queries.use(publishing, userId, () => ownRoles(userId))
  })
  live.feed.on('user', entry => open.get((entry.body as { userId: string }).userId)?.offer(entry))
}
