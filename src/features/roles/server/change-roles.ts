import { noUser } from '#accounts/contract/errors.ts'
import type { AccountsApi } from '#accounts/server/api.ts'
import { type UserChange, userChanged } from '#accounts/server/changes.ts'
import { writeUserRoles } from '#accounts/server/shared/user-roles.ts'
import type { AuditApi, AuditEntry } from '#audit/server/api.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { lastAdministrator, rolesMixed } from '../contract.ts'
import {
  addRoles,
  cleanGroup,
  GLOBAL_GROUP,
  hasGlobalRole,
  hasGroupedRoles,
  idIsInRole,
  isFlatList,
  normalizeRoles,
  parseRoles,
  type Roles,
  removeRoles,
  setRoles,
} from '../rules.ts'
import type { GroupGuard, Mode } from './api.ts'
import type { RequireAdmin } from './shared/require-admin.ts'
import * as store from './store.ts'

/** What the calls of this feature use. */
export interface RolesServices {
  accounts: Pick<AccountsApi, 'getUser'>
  audit: AuditApi
  requireAdmin: RequireAdmin
  guard: GroupGuard
}

export interface RolesChange {
  userIds: readonly string[]
  names: readonly string[]
  /** null: the flat list */
  group: string | null
  mode: Mode
}

const APPLY = { add: addRoles, replace: setRoles, remove: removeRoles }

/**
 * Changes a flat list. A user whose list becomes empty has no roles at all, and may be given either kind again.
 * @throws DdpError 409 for a user with grouped roles
 */
function applyFlat(roles: Roles, names: readonly string[], mode: Mode): Roles {
  if (hasGroupedRoles(roles)) throw rolesMixed()
  const list = APPLY[mode](isFlatList(roles) ? roles : null, names)
  return Array.isArray(list) && list.length > 0 ? list : null
}

const isAdmin = (roles: Roles): boolean => hasGlobalRole(roles, ['admin'])

/** An entry of the audit log for a change of a user's roles. @param details left out: global roles; `flat`: the flat list */
export const toAssignmentEntry = (
  by: string | null,
  userId: string,
  roles: readonly string[],
  mode: Mode,
  details: { group?: string; flat?: true } = {},
): AuditEntry => ({
  by,
  action: 'roles.assign',
  subject: { kind: 'user', id: userId, label: null },
  about: userId,
  details: { mode, roles, ...details },
})

export const rolesOf = async (accounts: RolesServices['accounts'], userId: string): Promise<Roles> =>
  parseRoles((await accounts.getUser(userId))?.roles)

/** As `RolesApi.isIn`. */
export const isIn = async (
  accounts: RolesServices['accounts'],
  userId: string,
  wanted: readonly string[],
  group?: string,
): Promise<boolean> => idIsInRole(await rolesOf(accounts, userId), wanted, group)

/** As `RolesApi.change`. */
export async function changeRoles(
  tx: Db,
  userIds: readonly string[],
  names: readonly string[],
  group: string,
  mode: Mode,
): Promise<NewChange[]> {
  const change: RolesChange = { userIds, names, group: cleanGroup(group) ?? GLOBAL_GROUP, mode }
  return (await applyChange(tx, change, await lockChanged(tx, change))).map(userChanged.of)
}

/** To remove the role admin from a user, all admins are locked, so that two admins cannot remove it from each other at the same time. */
export function lockChanged(
  tx: Db,
  { userIds, names, group, mode }: RolesChange,
  others: readonly string[] = [],
): Promise<Map<string, Roles>> {
  const admins = (group === null || group === GLOBAL_GROUP) && mode !== 'add' && names.includes('admin') === (mode === 'remove')
  return store.lockUsers(tx, [...userIds, ...others], { admins })
}

/** @throws RolesError, DdpError 404, 409 */
export async function applyChange(
  tx: Db,
  { userIds, names, group, mode }: RolesChange,
  locked: ReadonlyMap<string, Roles>,
): Promise<UserChange[]> {
  const after = new Map(locked)
  for (const userId of userIds) {
    const roles = locked.get(userId)
    if (roles === undefined) throw noUser()
    after.set(userId, group === null ? applyFlat(roles, names, mode) : APPLY[mode](roles, names, group))
  }
  if ([...locked.values()].some(isAdmin) && ![...after.values()].some(isAdmin)) throw lastAdministrator()
  const changed = new Map([...after].filter(([userId, roles]) => JSON.stringify(roles) !== JSON.stringify(locked.get(userId))))
  if (mode !== 'remove') await store.insertRoles(tx, normalizeRoles(names))
  if (changed.size > 0) await writeUserRoles(tx, changed)
  return [...changed].map(([userId, roles]) => ({ userId, roles }))
}
