import * as m from '#messages'
import { GROUP_ROLES } from '../../roles/rules.ts'

/** What the site's own roles are for. */
export const HINTS: Readonly<Record<string, () => string>> = {
  admin: m.admin_hint_admin,
  moderator: m.admin_hint_moderator,
  'machine-editor': m.admin_hint_machine_editor,
  'event-director': m.admin_hint_event_director,
}

const ofGroups: readonly string[] = GROUP_ROLES

/** Held in groups, and given there. */
export const isOfGroups = (role: string): boolean => ofGroups.includes(role)

/** The site itself asks for it, so it is there whether anybody has it or not. */
export const isBuiltIn = (role: string): boolean => Object.hasOwn(HINTS, role) || isOfGroups(role)
