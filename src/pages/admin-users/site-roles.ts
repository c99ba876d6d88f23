import * as m from '#messages'
import { GROUP_ROLES } from '#roles/rules.ts'

/** Explanations of the site's own roles. */
export const ROLE_HINTS: Readonly<Record<string, () => string>> = {
  admin: m.admin_hint_admin,
  moderator: m.admin_hint_moderator,
  'machine-editor': m.admin_hint_machine_editor,
  'event-director': m.admin_hint_event_director,
}

const groupRoles: readonly string[] = GROUP_ROLES

/** True for roles that users hold in groups; they are assigned there. */
export const isGroupRole = (role: string): boolean => groupRoles.includes(role)

/** True for roles that the code itself checks, so they exist whether a user has them or not. */
export const isBuiltIn = (role: string): boolean => Object.hasOwn(ROLE_HINTS, role) || isGroupRole(role)
