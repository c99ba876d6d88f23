import * as m from '#messages'

const NAMES: Readonly<Record<string, () => string>> = {
  admin: m.roles_name_admin,
  moderator: m.roles_name_moderator,
  'machine-editor': m.roles_name_machine_editor,
  'event-director': m.roles_name_event_director,
  owner: m.ui_owner,
  manager: m.ui_manager,
  member: m.ui_member,
}

/** Returns what users call a role. A role that the site does not know itself keeps the name that an administrator gave it. */
export const roleName = (role: string): string => (Object.hasOwn(NAMES, role) ? NAMES[role]!() : role)
