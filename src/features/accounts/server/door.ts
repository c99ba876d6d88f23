import type { Person } from './people.ts'
import type { UserRow } from './store.ts'

/** What other features may ask of accounts. */
export interface AccountsDoor {
  /** cached; null when there is no such user */
  person(userId: string): Promise<Person | null>
  userByName(username: string): Promise<UserRow | null>
}
