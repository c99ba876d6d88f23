import * as v from 'valibot'
import { noUser } from '#accounts/contract/errors.ts'
import { defineError, defineProtocolError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { ADMINISTRATION } from '#platform/live/rates.ts'
import { booleanField, id, name, strictObject, text } from '#platform/live/schemas.ts'
import { atMostItems, fieldRule, malformed, mustBeList, mustNotBeEmpty } from '#platform/text/field-rules.ts'
import { MIXED } from './rules.ts'

export const administratorsOnly = defineError(403, 'administrators-only', 'Only an administrator may do this.')
export const moderatorsOnly = defineError(403, 'moderators-only', 'Only a moderator may do this.')
export const rolesForbidden = defineError(403, 'roles-forbidden', 'You may not change these roles.')
export const rolesOfMembersOnly = defineError(403, 'roles-of-members-only', 'An owner gives roles to members only.')
export const lastAdministrator = defineError(409, 'last-administrator', 'This is the last administrator: make somebody else one first.')

/** Those of `roles.assign` in a group; the feature `groups` throws them. */
export const noGroup = defineError(404, 'no-group', 'There is no such group.')
export const noMember = defineError(404, 'no-member', 'There is no such member.')
export const lastOwner = defineError(409, 'last-owner', 'A group needs an owner: make somebody else one first.')
export const memberNeedsRole = defineError(409, 'member-needs-role', 'A member needs a role: remove the member instead.')

/** Publication of the signed-in user's own `roles`, in the collection `users`. */
export const ROLES = '_roles'

/** The same publication, as our own pages subscribe to it. */
export const rolesOwn = definePublication(ROLES, strictObject({}), ['users'], { access: 'everybody', errors: [] })

const roleName = text(1, 100)

export const roleInUse = defineProtocolError(403, 'role-in-use', 'Role in use')
export const roleExists = defineProtocolError(409, 'role-exists', 'Role already exists')
export const rolesMixed = defineProtocolError(409, 'roles-mixed', MIXED)

export const rolesCreate = defineMethod<Record<string, never>>()('roles.create', strictObject({ name: name(1, 100) }), {
  access: 'administrators',
  rates: ADMINISTRATION,
  errors: [roleExists],
})

/**
 * A document of `roles`, our addition: an existing role. Its `_id` is its name, and so is `name`, by which clients of Roles v1 read and
 * sort.
 */
export interface RoleDoc {
  name: string
  /** how many users hold it, globally or in a group */
  users: number
}

/** Our addition: all existing roles, for administrators. */
export const rolesList = definePublication('roles.list', strictObject({}), ['roles'], { access: 'administrators', errors: [] })

export const rolesDelete = defineMethod<Record<string, never>>()('roles.delete', strictObject({ name: roleName }), {
  access: 'administrators',
  rates: ADMINISTRATION,
  errors: [roleInUse],
})

/**
 * Without `group`, changes roles in `__global_roles__`. Our addition: `flat: true` changes the flat list of users who have no roles in
 * groups. Either all users are changed or none. The owner of a group gives owner, manager and member to its members. 400 also has the
 * mission’s errors of roles: a group that starts with $, grouped and flat roles mixed.
 */
export const rolesAssign = defineMethod<Record<string, never>>()(
  'roles.assign',
  v.pipe(
    strictObject({
      userIds: v.pipe(v.array(id, mustBeList()), v.minLength(1, mustNotBeEmpty()), v.maxLength(100, atMostItems(100))),
      roles: v.pipe(v.array(roleName, mustBeList()), v.maxLength(50, atMostItems(50))),
      group: v.optional(text(0, 100)),
      mode: v.picklist(['add', 'replace', 'remove'], fieldRule('choice', 'must be one of add, replace, remove')),
      flat: v.optional(booleanField),
    }),
    v.forward(
      v.check(({ group, flat }) => flat !== true || !group, malformed('must not come together with group')),
      ['flat'],
    ),
  ),
  {
    example: { roles: ['moderator'], mode: 'add' },
    access: 'administrators, or the owner of the group',
    rates: ADMINISTRATION,
    errors: [rolesOfMembersOnly, noUser, noGroup, noMember, lastOwner, memberNeedsRole, lastAdministrator, rolesMixed],
  },
)
