import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Ejson } from '../../../ddp/wire/ejson.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import { LiveQueries } from '../../../platform/live/server/live-queries.ts'
import type { LiveServer } from '../../../platform/live/server/live-server.ts'
import { LOGIN_SERVICES, USERS } from '../contract.ts'
import { emailsOf, findUser } from './store.ts'

/** Every connection's own user: exactly username, emails and profile. */
export function registerPublications(live: LiveServer, database: Database): LiveQueries {
  const queries = new LiveQueries('own users', 1000)
  const open = new Map<string, () => Promise<void>>()

  const ownUser = async (userId: string): Promise<LiveQuery> => {
    const set = new LiveSet()
    const load = async (): Promise<void> => {
      const user = await findUser(database.db, { id: userId })
      if (user === null) return set.remove(USERS, userId)
      const emails = await emailsOf(database.db, userId)
      set.put(USERS, userId, {
        username: user.username,
        emails: emails.map(({ address, verified }) => ({ address, verified })),
        profile: user.profile as { [key: string]: Ejson },
      })
    }
    open.set(userId, load)
    await load()
    const close = (): void => {
      if (open.get(userId) === load) open.delete(userId)
    }
    return { set, close }
  }

  live.ddp.publish(null, async publishing => {
    const { userId } = publishing
    return userId === null ? undefined : queries.use(publishing, userId, () => ownUser(userId))
  })
  live.ddp.publish(LOGIN_SERVICES, publishing => publishing.ready())
  live.feed.on('user', ({ body }) => open.get((body as { userId: string }).userId)?.())
  return queries
}
