import { DdpError } from '#ddp/wire/error.ts'

/** Roles of a user: a flat list, or lists by group (mission §3). An empty list is flat too. */
export type Roles = readonly string[] | { readonly [group: string]: readonly string[] } | null

/** Roles of this group hold in every group. */
export const GLOBAL_GROUP = '__global_roles__'

/** The roles that an owner may give and take inside the group (api.md). */
export const GROUP_ROLES = ['owner', 'manager', 'member'] as const

/** Its message is the mission's; clients receive it as the reason of a 400. */
export class RolesError extends Error {
  readonly sanitizedError = new DdpError(400, this.message)
}

/** The message of mission §8. */
export const MIXED = "Roles error: Can't mix grouped and non-grouped roles for same user"

const mixedError = (): RolesError => new RolesError(MIXED)

const isFlat = (roles: Roles): roles is readonly string[] => Array.isArray(roles)

/** Reads a stored value, which may have been imported from another system. */
export const parseRoles = (stored: unknown): Roles => (stored !== null && typeof stored === 'object' ? (stored as Roles) : null)

/**
 * Returns the key of a group: null when none is given (null, undefined, '' and 0), with underscores for dots.
 * @throws RolesError when it is not a string, or starts with $
 */
export function cleanGroup(group?: unknown): string | null {
  if (!group) return null
  if (typeof group !== 'string') throw new RolesError("Roles error: Invalid parameter 'group'. Expected 'string' type")
  if (group.startsWith('$')) throw new RolesError("Roles error: groups can not start with '$'")
  return group.replaceAll('.', '_')
}

/** False for a group name that makes checks return false instead of throwing an error. */
const isGroup = (group: unknown): boolean => !group || (typeof group === 'string' && !group.startsWith('$'))

type Names = string | readonly string[]

function toNames(names: Names | null | undefined): readonly string[] {
  if (!names) throw new RolesError("Missing 'roles' param")
  return typeof names === 'string' ? [names] : names
}

/** Trims names and drops blank and repeated ones. @throws RolesError when there is no list at all */
export const normalizeRoles = (names: Names | null | undefined): string[] => [
  ...new Set(
    toNames(names)
      .map(name => name.trim())
      .filter(name => name !== ''),
  ),
]

/** True if the user's roles are a flat list. */
export const isFlatList = (roles: unknown): boolean => isFlat(parseRoles(roles))

/** True if the user has any role in any group, the global one included. Empty lists do not count. */
export const hasGroupedRoles = (roles: Roles): boolean =>
  roles !== null && !isFlat(roles) && Object.keys(roles).some(group => rolesInGroup(roles, group).length > 0)

/** The list of one group. Only own keys are read, because a group may be called `constructor`. */
function rolesInGroup(roles: Roles, group: string): readonly string[] {
  if (roles === null || isFlat(roles) || !Object.hasOwn(roles, group)) return []
  const list = roles[group]
  return Array.isArray(list) ? list : []
}

/** With a group: its list, then the global one. Without: the flat list, or the global one of a user with grouped roles. */
export function rolesForUser(roles: Roles, group?: unknown): string[] {
  if (!isGroup(group)) return []
  const name = cleanGroup(group)
  const global = rolesInGroup(roles, GLOBAL_GROUP)
  if (name !== null) return [...new Set([...rolesInGroup(roles, name), ...global])]
  return roles !== null && isFlat(roles) ? [...roles] : [...global]
}

/** True if any of the wanted roles is held, by the library's rule for a user object: with a flat list, the group is ignored. */
export function userIsInRole(roles: Roles, roleNames: Names, group?: unknown): boolean {
  if (!isGroup(group)) return false
  const current = roles !== null && isFlat(roles) ? roles : rolesForUser(roles, group)
  return [roleNames].flat().some(role => current.includes(role))
}

/** True if any of the wanted roles is held, by the library's rule for a user's id: a flat list does not count for a group. */
export function idIsInRole(roles: Roles, roleNames: Names, group?: unknown): boolean {
  const current = rolesForUser(roles, group)
  return [roleNames].flat().some(role => current.includes(role))
}

/** True if a user holds any of the given roles globally: in a flat list, or in the global group. */
export const hasGlobalRole = (roles: unknown, roleNames: readonly string[]): boolean => userIsInRole(parseRoles(roles), roleNames)

/**
 * Returns what is left of somebody's roles where they may not administer: inside groups all; of the site's own, neither administrator nor
 * moderator. An administrator keeps what event directors may do.
 */
export function withoutAdministration(given: unknown): Roles {
  const roles = parseRoles(given)
  if (roles === null) return null
  const left = (list: readonly string[]): string[] => [
    ...new Set(list.map(role => (role === 'admin' ? 'event-director' : role)).filter(role => role !== 'moderator')),
  ]
  return isFlat(roles) ? left(roles) : { ...roles, [GLOBAL_GROUP]: left(rolesInGroup(roles, GLOBAL_GROUP)) }
}

/** The groups in which a user has a list, except the global one; with a role, only those whose list contains it. */
export function groupsForUser(roles: Roles, role?: string): string[] {
  if (roles === null || isFlat(roles)) return []
  return Object.keys(roles).filter(group => group !== GLOBAL_GROUP && (!role || rolesInGroup(roles, group).includes(role)))
}

/** @throws RolesError when the user's roles are of the other kind */
function updateList(roles: Roles, group: string | null, next: (current: readonly string[]) => string[]): Roles {
  if (group === null) {
    if (roles !== null && !isFlat(roles)) throw mixedError()
    return next(roles ?? [])
  }
  if (roles !== null && isFlat(roles)) throw mixedError()
  return { ...roles, [group]: next(rolesInGroup(roles, group)) }
}

/** @throws RolesError */
export function addRoles(roles: Roles, names: Names, group?: unknown): Roles {
  const added = normalizeRoles(names)
  return updateList(roles, cleanGroup(group), current => [...new Set([...current, ...added])])
}

/** Replaces the list of one group; without a group, all of the user's roles, of either kind. @throws RolesError */
export function setRoles(roles: Roles, names: Names, group?: unknown): Roles {
  const roleNames = normalizeRoles(names)
  const name = cleanGroup(group)
  return name === null ? roleNames : updateList(roles, name, () => roleNames)
}

/**
 * Removes names exactly as given, without trimming. A user without roles, or without a list for the group, is left unchanged. @throws
 * RolesError
 */
export function removeRoles(roles: Roles, names: Names, group?: unknown): Roles {
  const removed = toNames(names)
  const name = cleanGroup(group)
  if (roles === null || (name !== null && !isFlat(roles) && !Object.hasOwn(roles, name))) return roles
  return updateList(roles, name, current => current.filter(role => !removed.includes(role)))
}

/**
 * Returns as what a user may give and take these roles (api.md): as admin any; as owner of a group those of `GROUP_ROLES`, among its
 * members; null: not at all.
 */
export function findAssignRight(own: Roles, group: string | undefined, names: readonly string[]): 'admin' | 'owner' | null {
  if (hasGlobalRole(own, ['admin'])) return 'admin'
  const name = isGroup(group) ? cleanGroup(group) : null
  if (name === null || name === GLOBAL_GROUP || !idIsInRole(own, 'owner', name)) return null
  return names.every(given => GROUP_ROLES.some(role => role === given)) ? 'owner' : null
}

/** True if the user holds one of `GROUP_ROLES` in the group itself. */
export const isMember = (roles: Roles, group: string): boolean => GROUP_ROLES.some(role => rolesInGroup(roles, group).includes(role))
