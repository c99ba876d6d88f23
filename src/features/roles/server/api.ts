import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'

export type Mode = 'add' | 'replace' | 'remove'

/** A change that `roles.assign` is about to make inside a group. */
export interface GroupChange {
  /** key of the group, with underscores for dots */
  group: string
  callerId: string
  userIds: readonly string[]
  roles: readonly string[]
  mode: Mode
}

/** @throws DdpError to prevent the change */
export type GroupGuard = (tx: Db, change: GroupChange) => Promise<void>

/** What other features may call. */
export interface RolesApi {
  /** True if the user holds any of the wanted roles, in the group or globally; cached. A flat list counts only without a group. */
  isIn(userId: string, wanted: readonly string[], group?: string): Promise<boolean>
  /**
   * Changes users' roles in a group, in the caller's transaction. Locks their rows in the order of their ids. Does not call the guard.
   * @returns the changes for `appendChanges`, one for each user whose roles have changed
   * @throws RolesError, DdpError 404 for an unknown user, 409 when no administrator would be left
   */
  change(tx: Db, userIds: readonly string[], names: readonly string[], group: string, mode: Mode): Promise<NewChange[]>
  /**
   * `roles.assign` calls the guard before any change inside a group: first in its transaction, before users are locked, so that a guard
   * that locks the group does so before its users are locked. Without a guard, a group is just a name.
   */
  guardGroups(guard: GroupGuard): void
}
