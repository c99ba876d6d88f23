import { LRUCache } from 'lru-cache'
import type { Cache, CacheStats } from '../../../platform/cache-registry.ts'
import type { Database } from '../../../platform/db/database.ts'
import { findUser } from './store.ts'

/** The fields of a user that other features need on every call. */
export interface UserSummary {
  userId: string
  username: string
  displayName: string
  roles: unknown
}

const MOST = 50_000
/** estimated size of one entry */
const BYTES = 500

/** An LRU cache of users by id. A user is cached until it changes. */
export class UserCache implements Cache {
  readonly #database: Database
  readonly #known = new LRUCache<string, UserSummary>({ max: MOST })
  /** number of changes to any user: a user that was read before a change is not cached after it */
  #changes = 0
  #hits = 0
  #misses = 0

  constructor(database: Database) {
    this.#database = database
  }

  get stats(): CacheStats {
    return { entries: this.#known.size, bytes: this.#known.size * BYTES, hits: this.#hits, misses: this.#misses }
  }

  clear(): number {
    const { size } = this.#known
    this.#known.clear()
    return size
  }

  async get(userId: string): Promise<UserSummary | null> {
    const known = this.#known.get(userId)
    if (known !== undefined) {
      this.#hits++
      return known
    }
    this.#misses++
    const changes = this.#changes
    const user = await findUser(this.#database.db, { id: userId })
    if (user === null) return null
    const person: UserSummary = { userId, username: user.username, displayName: user.displayName, roles: user.roles }
    if (changes === this.#changes) this.#known.set(userId, person)
    return person
  }

  forget(userId: string): void {
    this.#changes++
    this.#known.delete(userId)
  }
}
