import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Ejson } from '../../../ddp/wire/ejson.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { LiveQueries, LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { LiveServer } from '../../../platform/live/server/live-server.ts'
import { USERS } from '../contract.ts'
import { emailsOf, findUser } from './store.ts'

/** Every connection's own user: exactly username, and emails and profile where there are any. */
export function registerPublications(live: LiveServer, database: Database): LiveQueries {
  const queries = live.queries('own users', 1000)
  const open = new Map<string, Follower>()

  const ownUser = async (userId: string): Promise<LiveQuery> => {
    const set = new LiveSet()
    const load = (): Promise<number> =>
      database.snapshot(async (tx, position) => {
        const user = await findUser(tx, { id: userId })
        const emails = await emailsOf(tx, userId)
        if (user === null) set.remove(USERS, userId)
        else {
          set.put(USERS, userId, {
            username: user.username,
            // As Meteor's own documents have it, what was never set is not there.
            ...(emails.length === 0 ? {} : { emails: emails.map(({ address, verified }) => ({ address, verified })) }),
            ...(Object.keys(user.profile).length === 0 ? {} : { profile: user.profile as { [key: string]: Ejson } }),
          })
        }
        return position
      })
    const follower = follow(load, () => load().then(() => undefined))
    open.set(userId, follower)
    const close = (): void => {
      if (open.get(userId) === follower) open.delete(userId)
    }
    await follower.ready.catch(error => {
      close()
      throw error
    })
    return { set, close }
  }

  live.ddp.publish(null, async publishing => {
    const { userId } = publishing
    return userId === null ? undefined : queries.use(publishing, userId, () => ownUser(userId))
  })
  live.feed.on('user', entry => open.get((entry.body as { userId: string }).userId)?.offer(entry))
  return queries
}
