import type { Database } from '#platform/db/database.ts'
import { ReadCache } from '#platform/read-cache.ts'
import { findUser } from './store.ts'

/** The fields of a user that other features need on every call. */
export interface UserSummary {
  userId: string
  username: string
  displayName: string
  roles: unknown
}

/** Users by id; a user is invalidated when it changes. */
export const createUserCache = ({ db }: Database): ReadCache<UserSummary> =>
  new ReadCache({
    max: 50_000,
    bytes: 500,
    async read(userId) {
      const user = await findUser(db, { id: userId })
      return user && { userId, username: user.username, displayName: user.displayName, roles: user.roles }
    },
  })
