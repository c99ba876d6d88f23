import type { Person } from './people.ts'

/** A user as others may know him. */
export interface KnownUser {
  id: string
  username: string
  displayName: string
  createdAt: Date
}

/** What other features may ask of accounts. */
export interface AccountsDoor {
  /** cached; null when there is no such user */
  person(userId: string): Promise<Person | null>
  userByName(username: string): Promise<KnownUser | null>
}
