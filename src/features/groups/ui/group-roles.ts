import * as m from '#messages'
import type { GroupRole } from '../contract.ts'

const ORDER: readonly GroupRole[] = ['owner', 'manager', 'member']

export const roleLabel: Record<GroupRole, () => string> = {
  owner: m.ui_owner,
  manager: m.ui_manager,
  member: m.ui_member,
}

/** The highest of a member's roles. */
export const topRole = (roles: readonly GroupRole[]): GroupRole => ORDER.find(role => roles.includes(role)) ?? 'member'

/** True if a role lets its member run the group. @param role null: not a member */
export const runsGroup = (role: GroupRole | null): boolean => role === 'owner' || role === 'manager'

/** Sorts owners first, then managers, then by name. */
export function compareMembers(a: { roles: GroupRole[]; displayName: string }, b: { roles: GroupRole[]; displayName: string }): number {
  return ORDER.indexOf(topRole(a.roles)) - ORDER.indexOf(topRole(b.roles)) || (a.displayName < b.displayName ? -1 : 1)
}
