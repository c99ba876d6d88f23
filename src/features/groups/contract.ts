import * as v from 'valibot'
import { noUser } from '#accounts/contract/errors.ts'
import { LOOKING_AT_LINKS } from '#invitations/contract.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { HOUR, PERSONAL, perUser, type Rates, together } from '#platform/live/rates.ts'
import { addEntries, editEntries, optional, required, type ShownFields } from '#platform/live/record.ts'
import { id, integer, name, strictObject, text, uuidV7 } from '#platform/live/schemas.ts'
import { atMostItems, fieldRule, malformed, mustBeList, mustBeOneOf, mustNotBeEmpty } from '#platform/text/field-rules.ts'
import { lastOwner, noGroup, noMember } from '#roles/contract.ts'
import { GROUP_ROLES } from '#roles/rules.ts'
import { type PictureSize, pictureGone, type UploadedPicture } from '#uploads/contract.ts'

export const noInvite = defineError(404, 'no-invitation', 'This invitation is not valid any more.')
export const groupManagersOnly = defineError(403, 'group-managers-only', 'Only those who run the group may do this.')
export const flatRoles = defineError(
  409,
  'flat-roles',
  'Your roles are a flat list, outside of any group, so you cannot be in a group. Ask an administrator to change your roles.',
)
export const groupIdUsed = defineError(409, 'id-used', 'This id was used for another group.')

const JOINING: Rates = [together('joining groups', perUser(30, HOUR))]

export const VISIBILITIES = ['public', 'private'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export type GroupRole = (typeof GROUP_ROLES)[number]

/** What a group's owners and managers fill in. */
export const GROUP_FIELDS = {
  name: required(name(1, 60)),
  description: optional(text(0, 500, { lines: true }), ''),
  visibility: required(v.picklist(VISIBILITIES, fieldRule('choice', 'must be public or private'))),
}

/** A document of `groups`; its `_id` is the group's. */
export interface GroupDoc extends ShownFields<typeof GROUP_FIELDS> {
  picture?: UploadedPicture
  memberCount: number
  /** our addition: the server's receipt number, by which lists are ordered */
  receipt: number
}

/** A document of `members`; its `_id` is `groupId/userId`. */
export interface MemberDoc {
  groupId: string
  userId: string
  username: string
  displayName: string
  /** our addition: the member's picture, small */
  avatar?: PictureSize
  roles: GroupRole[]
}

export interface FoundGroup {
  groupId: string
  name: string
  visibility: Visibility
  memberCount: number
}

const picture = strictObject({ key: text(1, 300) })

export const groupsAdd = defineMethod<{ groupId: string }>()(
  'groups.add',
  strictObject({ _id: uuidV7, ...addEntries(GROUP_FIELDS), picture: v.optional(picture) }),
  { access: 'signed in', rates: PERSONAL, errors: [noUser, pictureGone, groupIdUsed, flatRoles] },
)

export const groupsEdit = defineMethod<Record<string, never>>()(
  'groups.edit',
  strictObject({
    groupId: id,
    ...editEntries(GROUP_FIELDS),
    picture: v.optional(v.nullable(picture)),
  }),
  { example: { description: 'Every Thursday at eight.' }, access: 'who runs the group', rates: PERSONAL, errors: [noGroup, pictureGone] },
)

export const groupsRemove = defineMethod<Record<string, never>>()('groups.remove', strictObject({ groupId: id }), {
  access: 'owner of the group',
  rates: PERSONAL,
  errors: [noGroup],
})

/** Creates a new code, valid for a week and for anybody who has it. */
export const groupsInvite = defineMethod<{ code: string; expiresAt: Date }>()('groups.invite', strictObject({ groupId: id }), {
  access: 'who runs the group',
  rates: PERSONAL,
  errors: [noGroup],
})

export interface GroupInvite {
  groupId: string
  name: string
  memberCount: number
  picture?: UploadedPicture
  /** who made the invitation; null if that account was deleted, or for an invitation from before this was recorded */
  by: { username: string; displayName: string } | null
  expiresAt: Date
}

/** Our addition. Tells who has an invitation's code which group it is for and who invites, before they join. */
export const groupsLook = defineMethod<GroupInvite>()('groups.look', strictObject({ code: text(1, 100) }), {
  access: 'everybody',
  rates: LOOKING_AT_LINKS,
  errors: [noInvite],
})

/** Takes exactly one of the two. */
export const groupsJoin = defineMethod<{ groupId: string }>()(
  'groups.join',
  v.pipe(
    strictObject({ groupId: v.optional(id), code: v.optional(text(1, 100)) }),
    v.forward(
      v.check(({ groupId, code }) => groupId === undefined || code === undefined, malformed('must not come together with groupId')),
      ['code'],
    ),
    v.forward(
      v.check(({ groupId, code }) => groupId !== undefined || code !== undefined, malformed('is missing, and so is code')),
      ['groupId'],
    ),
  ),
  {
    example: { code: 'Tq3vN8xW' },
    access: 'signed in',
    rates: JOINING,
    errors: [noUser, noGroup, noInvite, flatRoles],
  },
)

export const groupsLeave = defineMethod<Record<string, never>>()('groups.leave', strictObject({ groupId: id }), {
  access: 'signed in',
  rates: JOINING,
  errors: [noGroup, lastOwner],
})

export const groupsRemoveMember = defineMethod<Record<string, never>>()('groups.removeMember', strictObject({ groupId: id, userId: id }), {
  access: 'who runs the group',
  rates: PERSONAL,
  errors: [groupManagersOnly, noGroup, noMember, lastOwner],
})

export const groupsSetRoles = defineMethod<Record<string, never>>()(
  'groups.setRoles',
  strictObject({
    groupId: id,
    userId: id,
    roles: v.pipe(
      v.array(v.picklist(GROUP_ROLES, mustBeOneOf(GROUP_ROLES)), mustBeList()),
      v.minLength(1, mustNotBeEmpty()),
      v.maxLength(3, atMostItems(3)),
    ),
  }),
  { access: 'owner of the group', rates: PERSONAL, errors: [noGroup, noMember, lastOwner] },
)

/** Public groups, newest first. */
export const groupsList = definePublication(
  'groups.list',
  strictObject({ limit: v.optional(integer(1, 100)), before: v.optional(id) }),
  ['groups'],
  { access: 'everybody', errors: [] },
)

/** One group with its members. */
export const groupsOne = definePublication('groups.one', strictObject({ groupId: id }), ['groups', 'members'], {
  access: 'everybody',
  errors: [noGroup],
})

/** Our addition: the groups that the caller is a member of, including private ones, each with the caller's own document of `members`. */
export const groupsMine = definePublication('groups.mine', strictObject({}), ['groups', 'members'], {
  access: 'signed in',
  errors: [],
})
