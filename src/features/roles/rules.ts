import { DdpError } from '../../ddp/wire/error.ts'

/** Roles of a user: a flat list, or lists by group (mission §3). An empty list is flat too. */
export type Roles = readonly string[] | { readonly [group: string]: readonly string[] } | null

/** Holds in every group. */
export const GLOBAL_GROUP = '__global_roles__'

/** Those that an owner may give and take inside the group (api.md). */
export const GROUP_ROLES = ['owner', 'manager', 'member'] as const

/** Its message is the mission's; over the wire it is the reason of a 400. */
export class RolesError extends Error {
  readonly sanitizedError = new DdpError(400, this.message)
}

/** Mission §8. */
export const MIXED = "Roles error: Can't mix grouped and non-grouped roles for same user"

const mixed = (): RolesError => new RolesError(MIXED)

const isFlat = (roles: Roles): roles is readonly string[] => Array.isArray(roles)

/** What was stored, which may have been imported from anywhere. */
export const parseRoles = (stored: unknown): Roles => (stored !== null && typeof stored === 'object' ? (stored as Roles) : null)

/**
 * The group as a key: null when none is meant (null, undefined, '' and 0), dots as underscores.
 * @throws RolesError when it is no text, or starts with $
 */
export function cleanGroup(group?: unknown): string | null {
  if (!group) return null
  if (typeof group !== 'string') throw new RolesError("Roles error: Invalid parameter 'group'. Expected 'string' type")
  if (group.startsWith('$')) throw new RolesError("Roles error: groups can not start with '$'")
  return group.replaceAll('.', '_')
}

/** What checks answer with "no" instead of an error. */
const isGroup = (group: unknown): boolean => !group || (typeof group === 'string' && !group.startsWith('$'))

type Names = string | readonly string[]

function listed(names: Names | null | undefined): readonly string[] {
  if (!names) throw new RolesError("Missing 'roles' param")
  return typeof names === 'string' ? [names] : names
}

/** Names trimmed, none blank, none twice. @throws RolesError when there is no list at all */
export const normalizeRoles = (names: Names | null | undefined): string[] => [
  ...new Set(
    listed(names)
      .map(name => name.trim())
      .filter(name => name !== ''),
  ),
]

/** Whether the user's roles are a flat list. */
export const isFlatList = (roles: unknown): boolean => isFlat(parseRoles(roles))

/** Whether the user has any role in any group, the global one included. Lists that became empty do not count. */
export const hasGroupedRoles = (roles: Roles): boolean =>
  roles !== null && !isFlat(roles) && Object.keys(roles).some(group => listOf(roles, group).length > 0)

/** The list of one group: own keys only, a group may be called `constructor`. */
function listOf(roles: Roles, group: string): readonly string[] {
  if (roles === null || isFlat(roles) || !Object.hasOwn(roles, group)) return []
  const list = roles[group]
  return Array.isArray(list) ? list : []
}

/** In a group: its list, then the global one. Without: the flat list, or of a grouped user the global one. */
export function rolesForUser(roles: Roles, group?: unknown): string[] {
  if (!isGroup(group)) return []
  const name = cleanGroup(group)
  const global = listOf(roles, GLOBAL_GROUP)
  if (name !== null) return [...new Set([...listOf(roles, name), ...global])]
  return roles !== null && isFlat(roles) ? [...roles] : [...global]
}

/** Whether any of the wanted roles is held, as the library asks of a user it has at hand: of a flat list the group is not looked at. */
export function userIsInRole(roles: Roles, wanted: Names, group?: unknown): boolean {
  if (!isGroup(group)) return false
  const held = roles !== null && isFlat(roles) ? roles : rolesForUser(roles, group)
  return [wanted].flat().some(role => held.includes(role))
}

/** Whether any of the wanted roles is held, as the library asks of a user's id: a flat list says nothing about a group. */
export function idIsInRole(roles: Roles, wanted: Names, group?: unknown): boolean {
  const held = rolesForUser(roles, group)
  return [wanted].flat().some(role => held.includes(role))
}

/** Whether a user's roles hold any of the given ones globally: in a flat list, or in the global group. */
export const hasGlobalRole = (roles: unknown, wanted: readonly string[]): boolean => userIsInRole(parseRoles(roles), wanted)

/** The groups that a user has a list in, but the global one; with a role: those whose list holds it. */
export function groupsForUser(roles: Roles, role?: string): string[] {
  if (roles === null || isFlat(roles)) return []
  return Object.keys(roles).filter(group => group !== GLOBAL_GROUP && (!role || listOf(roles, group).includes(role)))
}

/** @throws RolesError when the user's roles are of the other kind */
function withList(roles: Roles, group: string | null, next: (held: readonly string[]) => string[]): Roles {
  if (group === null) {
    if (roles !== null && !isFlat(roles)) throw mixed()
    return next(roles ?? [])
  }
  if (roles !== null && isFlat(roles)) throw mixed()
  return { ...roles, [group]: next(listOf(roles, group)) }
}

/** @throws RolesError */
export function addRoles(roles: Roles, names: Names, group?: unknown): Roles {
  const added = normalizeRoles(names)
  return withList(roles, cleanGroup(group), held => [...new Set([...held, ...added])])
}

/** Replaces one group's list; without a group all that the user has, of whichever kind. @throws RolesError */
export function setRoles(roles: Roles, names: Names, group?: unknown): Roles {
  const wanted = normalizeRoles(names)
  const name = cleanGroup(group)
  return name === null ? wanted : withList(roles, name, () => wanted)
}

/** Takes names away as they are given, untrimmed. Who has no roles, or none in the group, keeps what there is. @throws RolesError */
export function removeRoles(roles: Roles, names: Names, group?: unknown): Roles {
  const gone = listed(names)
  const name = cleanGroup(group)
  if (roles === null || (name !== null && !isFlat(roles) && !Object.hasOwn(roles, name))) return roles
  return withList(roles, name, held => held.filter(role => !gone.includes(role)))
}

/** Who may give and take these roles (api.md): an admin any; inside a group its owner those of `GROUP_ROLES`, among members; others none. */
export function assignsAs(own: Roles, group: string | undefined, names: readonly string[]): 'admin' | 'owner' | null {
  if (hasGlobalRole(own, ['admin'])) return 'admin'
  const name = isGroup(group) ? cleanGroup(group) : null
  if (name === null || name === GLOBAL_GROUP || !idIsInRole(own, 'owner', name)) return null
  return names.every(given => GROUP_ROLES.some(role => role === given)) ? 'owner' : null
}

/** Whether the user holds one of `GROUP_ROLES` in the group itself. */
export const isMember = (roles: Roles, group: string): boolean => GROUP_ROLES.some(role => listOf(roles, group).includes(role))
