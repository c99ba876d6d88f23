import { noUser } from '#accounts/contract/errors.ts'
import { type AccountsApi, type UserChange, userChanged, writeUserRoles } from '#accounts/server/api.ts'
import type { AuditApi, AuditEntry } from '#audit/server/api.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { administratorsOnly, lastAdministrator, roleExists, roleInUse, rolesForbidden, rolesOfMembersOnly } from '../contract.ts'
import {
  addRoles,
  cleanGroup,
  findAssignRight,
  GLOBAL_GROUP,
  hasGlobalRole,
  hasGroupedRoles,
  idIsInRole,
  isFlatList,
  isMember,
  MIXED,
  normalizeRoles,
  parseRoles,
  type Roles,
  removeRoles,
  setRoles,
} from '../rules.ts'
import type { GroupGuard, Mode, RolesApi } from './api.ts'
import * as store from './store.ts'

export interface Assignment {
  userIds: readonly string[]
  roles: readonly string[]
  group?: string | undefined
  mode: Mode
  flat?: boolean | undefined
}

interface Change {
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
  if (hasGroupedRoles(roles)) throw new DdpError(409, MIXED)
  const list = APPLY[mode](isFlatList(roles) ? roles : null, names)
  return Array.isArray(list) && list.length > 0 ? list : null
}

const isAdmin = (roles: Roles): boolean => hasGlobalRole(roles, ['admin'])

const roleSubject = (name: string): AuditEntry['subject'] => ({ kind: 'role', id: name, label: name })

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

/** Creates, deletes and assigns roles. Methods return change-log entries that are already committed; the caller publishes them. */
export class RolesService implements RolesApi {
  readonly #database: Database
  readonly #accounts: Pick<AccountsApi, 'getUser'>
  readonly #audit: AuditApi
  #guard: GroupGuard = async () => undefined

  constructor(database: Database, accounts: Pick<AccountsApi, 'getUser'>, audit: AuditApi) {
    this.#database = database
    this.#accounts = accounts
    this.#audit = audit
  }

  guardGroups(guard: GroupGuard): void {
    this.#guard = guard
  }

  async isIn(userId: string, wanted: readonly string[], group?: string): Promise<boolean> {
    return idIsInRole(await this.#readRoles(userId), wanted, group)
  }

  /** @throws DdpError 403, 409 */
  async create(callerId: string, name: string): Promise<ChangeLogEntry[]> {
    await this.requireAdmin(callerId)
    return this.#database.transaction(async tx => {
      if ((await store.insertRoles(tx, [name])) === 0) throw roleExists()
      return appendChanges(tx, await this.#audit.write(tx, { by: callerId, action: 'roles.create', subject: roleSubject(name) }))
    })
  }

  /** Deleting a role that does not exist changes nothing. @throws DdpError 403 */
  async delete(callerId: string, name: string): Promise<ChangeLogEntry[]> {
    await this.requireAdmin(callerId)
    return this.#database.transaction(async tx => {
      await store.lockRoles(tx)
      if (await store.isInUse(tx, name)) throw roleInUse()
      if (!(await store.deleteRole(tx, name))) return []
      return appendChanges(tx, await this.#audit.write(tx, { by: callerId, action: 'roles.delete', subject: roleSubject(name) }))
    })
  }

  /** Either all users are changed or none. @throws RolesError, DdpError 403, 404, 409 as roles.assign lists them */
  async assign(callerId: string, { userIds, roles, group: givenGroup, mode, flat = false }: Assignment): Promise<ChangeLogEntry[]> {
    const right = findAssignRight(await this.#readRoles(callerId), givenGroup, roles)
    if (right === null) throw rolesForbidden()
    const group = cleanGroup(givenGroup) ?? GLOBAL_GROUP
    const change: Change = { userIds, names: roles, group: flat ? null : group, mode }
    return this.#database.transaction(async tx => {
      if (group !== GLOBAL_GROUP) await this.#guard(tx, { group, callerId, userIds, roles, mode })
      const locked = await this.#lock(tx, change, [callerId])
      if (findAssignRight(locked.get(callerId) ?? null, group, roles) !== right) throw rolesForbidden()
      if (right === 'owner' && userIds.some(id => locked.has(id) && !isMember(locked.get(id)!, group))) throw rolesOfMembersOnly()
      const changes = await this.#apply(tx, change, locked)
      const userChanges = changes.map(userChanged.of)
      if (right !== 'admin') return appendChanges(tx, userChanges)
      const details = flat ? { flat } : group === GLOBAL_GROUP ? {} : { group }
      const entries = changes.map(({ userId }) => toAssignmentEntry(callerId, userId, normalizeRoles(roles), mode, details))
      return appendChanges(tx, [...userChanges, ...(await this.#audit.write(tx, ...entries))])
    })
  }

  async change(tx: Db, userIds: readonly string[], names: readonly string[], group: string, mode: Mode): Promise<NewChange[]> {
    const change: Change = { userIds, names, group: cleanGroup(group) ?? GLOBAL_GROUP, mode }
    return (await this.#apply(tx, change, await this.#lock(tx, change))).map(userChanged.of)
  }

  async #readRoles(userId: string): Promise<Roles> {
    return parseRoles((await this.#accounts.getUser(userId))?.roles)
  }

  /** @throws DdpError 403 */
  async requireAdmin(callerId: string): Promise<void> {
    if (!isAdmin(await this.#readRoles(callerId))) throw administratorsOnly()
  }

  /** To remove the role admin from a user, all admins are locked, so that two admins cannot remove it from each other at the same time. */
  #lock(tx: Db, { userIds, names, group, mode }: Change, others: readonly string[] = []): Promise<Map<string, Roles>> {
    const admins = (group === null || group === GLOBAL_GROUP) && mode !== 'add' && names.includes('admin') === (mode === 'remove')
    return store.lockUsers(tx, [...userIds, ...others], { admins })
  }

  async #apply(tx: Db, { userIds, names, group, mode }: Change, locked: ReadonlyMap<string, Roles>): Promise<UserChange[]> {
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
}
