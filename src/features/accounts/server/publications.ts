import type { Ejson } from '#ddp/wire/ejson.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import { USERS } from '../contract/accounts.ts'
import { userChanged } from './changes.ts'
import { findUser, listEmails } from './store.ts'

/** Publishes to every connection its own user: exactly `username`, and `emails` and `profile` if there are any. */
export function registerPublications(live: LiveServer): void {
  const ownUser = live.sharedQuery<string, string>({
    cache: { name: 'own users', maxIdle: 1000 },
    params: userId => userId,
    key: userId => userId,
    async load(tx, userId) {
      const user = await findUser(tx, { id: userId })
      const emails = await listEmails(tx, userId)
      if (user === null) return {}
      const document = {
        username: user.username,
        // As in Meteor's own documents, a field that was never set is missing.
        ...(emails.length === 0 ? {} : { emails: emails.map(({ address, verified }) => ({ address, verified })) }),
        ...(Object.keys(user.profile).length === 0 ? {} : { profile: user.profile as { [key: string]: Ejson } }),
      }
      return { [USERS]: [[userId, document]] }
    },
    reloadOn: [userChanged.touches(({ userId }) => [userId])],
  })
  live.ddp.publish(null, publishing => (publishing.userId === null ? undefined : ownUser.acquire(publishing, publishing.userId)))
}
