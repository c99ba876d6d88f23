import type { NewChange } from '../../../platform/db/change-log/write.ts'
import type { Db } from '../../../platform/db/database.ts'

export type Mode = 'add' | 'replace' | 'remove'

/** Something that `roles.assign` is about to do inside a group. */
export interface GroupChange {
  /** as a key: dots are underscores */
  group: string
  callerId: string
  userIds: readonly string[]
  roles: readonly string[]
  mode: Mode
}

/** @throws DdpError to keep it from happening */
export type GroupGuard = (tx: Db, change: GroupChange) => Promise<void>

/** What other features may ask of roles. */
export interface RolesApi {
  /** Whether the user holds any of the wanted roles, in the group or globally; cached. A flat list counts only without a group. */
  isIn(userId: string, wanted: readonly string[], group?: string): Promise<boolean>
  /**
   * Changes users' roles in a group, with their rows locked in the order of the ids, inside the caller's transaction. Asks no guard.
   * @returns the news of it, one entry a user whose roles are others now, for `appendChanges`
   * @throws RolesError, DdpError 404 for an unknown user, 409 when nobody would be admin any more
   */
  change(tx: Db, userIds: readonly string[], names: readonly string[], group: string, mode: Mode): Promise<NewChange[]>
  /**
   * `roles.assign` asks the guard before any change inside a group: first thing in its transaction, before users are locked, so that who locks
   * a group may do so before its users. Without a guard a group is just a name.
   */
  guardGroups(guard: GroupGuard): void
}

export { guardGlobalRole } from './role-guard.ts'
