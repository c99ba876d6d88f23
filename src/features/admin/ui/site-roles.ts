import { GROUP_ROLES } from '../../roles/rules.ts'

/** What the site's own roles are for. */
export const HINTS: Readonly<Record<string, string>> = {
  admin: 'May do everything.',
  moderator: 'Looks after reports, scores and pictures.',
  'machine-editor': 'Adds machines and edits them.',
  'event-director': 'Makes events.',
}

const ofGroups: readonly string[] = GROUP_ROLES

/** Held in groups, and given there. */
export const isOfGroups = (role: string): boolean => ofGroups.includes(role)

/** The site itself asks for it, so it is there whether anybody has it or not. */
export const isBuiltIn = (role: string): boolean => Object.hasOwn(HINTS, role) || isOfGroups(role)
