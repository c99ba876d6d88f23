import type { Database } from '../../../platform/db/database.ts'
import { findUser } from './store.ts'

/** What other features need of a user on every call. */
export interface Person {
  userId: string
  username: string
  displayName: string
  roles: unknown
}

const MOST = 50_000

/** Users by id, remembered until they change. */
export class People {
  readonly #database: Database
  readonly #known = new Map<string, Person>()
  /** how often anybody has changed: what was read before a change is not remembered after it */
  #changes = 0

  constructor(database: Database) {
    this.#database = database
  }

  async get(userId: string): Promise<Person | null> {
    const known = this.#known.get(userId)
    if (known !== undefined) return known
    const changes = this.#changes
    const user = await findUser(this.#database.db, { id: userId })
    if (user === null) return null
    const person: Person = { userId, username: user.username, displayName: user.displayName, roles: user.roles }
    if (this.#known.size >= MOST) this.#known.clear()
    if (changes === this.#changes) this.#known.set(userId, person)
    return person
  }

  forget(userId: string): void {
    this.#changes++
    this.#known.delete(userId)
  }
}
