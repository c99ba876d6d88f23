/** Roles of a user: a flat list, or lists by group (mission §3). */
export type Roles = readonly string[] | { readonly [group: string]: readonly string[] } | null

/** Holds in every group. */
export const GLOBAL_GROUP = '__global_roles__'

/** Whether a user's roles hold any of the given ones globally: in a flat list, or in the global group. */
export function hasGlobalRole(roles: unknown, wanted: readonly string[]): boolean {
  const list = Array.isArray(roles)
    ? roles
    : roles !== null && typeof roles === 'object'
      ? (roles as Record<string, unknown>)[GLOBAL_GROUP]
      : null
  return Array.isArray(list) && wanted.some(role => list.includes(role))
}
