import * as v from 'valibot'
import { noUser } from '#accounts/contract/errors.ts'
import { LOOKING_AT_LINKS } from '#invitations/contract.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication, partsOf } from '#platform/live/contract.ts'
import { HOUR, PERSONAL, perUser, type Rates, together } from '#platform/live/rates.ts'
import { addEntries, chosen, editEntries, optional, required, type ShownFields } from '#platform/live/record.ts'
import { booleanField, id, integer, name, strictObject, text, uuidV7 } from '#platform/live/schemas.ts'
import { atMostItems, fieldRule, malformed, mustBeList, mustBeOneOf, mustBeText, mustNotBeEmpty } from '#platform/text/field-rules.ts'
import { ifpaNumber } from '#players/contract/players.ts'
import { lastOwner, noGroup, noMember } from '#roles/contract.ts'
import { GROUP_ROLES } from '#roles/rules.ts'
import { type PictureSize, pictureGone, type UploadedPicture } from '#uploads/contract.ts'
import { DISCORD_WEBHOOK } from './rules.ts'

export const noInvite = defineError(404, 'no-invitation', 'This invitation is not valid any more.')
export const groupManagersOnly = defineError(403, 'group-managers-only', 'Only those who run the group may do this.')
export const flatRoles = defineError(
  409,
  'flat-roles',
  'Your roles are a flat list, outside of any group, so you cannot be in a group. Ask an administrator to change your roles.',
)
export const groupIdUsed = defineError(409, 'id-used', 'This id was used for another group.')
export const noPerson = defineError(404, 'no-person', 'There is no such person on the list of the group.')
export const personIdUsed = defineError(409, 'id-used', 'This id was used for another person.')
export const peopleFull = defineError(409, 'people-full', 'A group keeps at most {n} people without an account.')
export const personHasAccount = defineError(
  409,
  'person-has-account',
  'This person has an account, whose name and number only they can change.',
)
export const peopleMet = defineError(409, 'people-met', 'These two are in the same event, so they are not one person.')

const JOINING: Rates = [together('joining groups', perUser(30, HOUR))]

export const VISIBILITIES = ['public', 'private'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export type GroupRole = (typeof GROUP_ROLES)[number]

/** What a group's owners and managers fill in. */
export const GROUP_FIELDS = {
  name: required(name(1, 60)),
  description: optional(text(0, 500, { lines: true }), ''),
  visibility: required(v.picklist(VISIBILITIES, fieldRule('choice', 'must be public or private'))),
  /** our addition: the games of the group's events count for ratings while the group is public */
  rated: chosen(booleanField, false),
}

/** How many people without an account a group may have on its list. */
export const MAX_PEOPLE = 1000

/** What those who run a group fill in about a person who plays in its events and has no account. */
export const PERSON_FIELDS = {
  name: required(name(1, 60)),
  ifpaNumber: chosen(v.nullable(ifpaNumber), null),
  note: chosen(text(0, 200, { lines: true }), ''),
}

/**
 * A document of `groupPeople`, our addition to the API: a person who plays in the events of a group without an account, for those who run
 * these events. Its `_id` is the person's. Once an account has claimed the person, name and IFPA number are those of the account.
 */
export interface GroupPersonDoc extends ShownFields<typeof PERSON_FIELDS> {
  groupId: string
  /** the account that has claimed the person; left out as long as none has */
  userId?: string
  username?: string
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

/** The address of a webhook at Discord. It is a secret, which no document has. */
const webhook = v.pipe(
  v.string(mustBeText()),
  v.regex(DISCORD_WEBHOOK, fieldRule('discord-webhook', 'must be the address of a webhook at Discord, https://discord.com/api/webhooks/…')),
)

/** A document of `groupWebhooks`, our addition; its `_id` is the group's. There is one if the group has a webhook at Discord. */
export interface GroupWebhookDoc {
  /** the last four characters of its address */
  ending: string
  /** when the last message was given up; left out if none was sent yet, or the last one was taken */
  failedAt?: Date
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
    /** our addition: the webhook at Discord to which rounds of the group's events are posted; null: none any more */
    webhook: v.optional(v.nullable(webhook)),
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
  { access: 'everybody', errors: [], parts: partsOf('groups', '-receipt') },
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

/**
 * Our addition: puts people without an account on the list of a group, all of them or none. People who were added under the same `_id` are
 * found, not added again.
 */
export const groupsAddPeople = defineMethod<Record<string, never>>()(
  'groups.addPeople',
  strictObject({
    groupId: id,
    people: v.pipe(
      v.array(strictObject({ _id: uuidV7, ...addEntries(PERSON_FIELDS) }), mustBeList()),
      v.minLength(1, mustNotBeEmpty()),
      v.maxLength(200, atMostItems(200)),
    ),
  }),
  {
    example: { people: [{ _id: '019a3c52-7b10-7e4d-9c2a-5f0b1d04a053', name: 'Ada', ifpaNumber: '1234' }] },
    access: 'who runs the group',
    rates: PERSONAL,
    errors: [noGroup, personIdUsed, peopleFull],
  },
)

/**
 * Our addition: changes what the list says of a person. Omitted fields stay unchanged. The entries that were made from the person get the
 * new name and number too, in all events of the group.
 */
export const groupsEditPerson = defineMethod<Record<string, never>>()(
  'groups.editPerson',
  strictObject({ groupId: id, personId: id, ...editEntries(PERSON_FIELDS) }),
  {
    example: { name: 'Ada Lovelace', note: 'Brings the cake.' },
    access: 'who runs the group',
    rates: PERSONAL,
    errors: [noGroup, noPerson, personHasAccount],
  },
)

/**
 * Our addition: two people on the list are one. `into` gets the entries of `from`, which leaves the list; if an account has claimed `into`,
 * the account gets them.
 */
export const groupsMergePeople = defineMethod<Record<string, never>>()(
  'groups.mergePeople',
  strictObject({ groupId: id, from: id, into: id }),
  { access: 'who runs the group', rates: PERSONAL, errors: [noGroup, noPerson, personHasAccount, peopleMet] },
)

/**
 * Our addition: takes a person off the list. What the person has played stays: under the name, or with `eraseName` as of a former member.
 * Removing somebody who is not on the list changes nothing.
 */
export const groupsRemovePerson = defineMethod<Record<string, never>>()(
  'groups.removePerson',
  strictObject({ groupId: id, personId: id, eraseName: booleanField }),
  { access: 'who runs the group', rates: PERSONAL, errors: [noGroup] },
)

/** Our addition: the people of a group who need no account. */
export const groupsPeople = definePublication('groups.people', strictObject({ groupId: id }), ['groupPeople'], {
  access: 'who runs the group',
  errors: [noGroup],
})

/** Our addition: the group's webhook at Discord, without its address. Empty if there is none. */
export const groupsWebhook = definePublication('groups.webhook', strictObject({ groupId: id }), ['groupWebhooks'], {
  access: 'who runs the group',
  errors: [noGroup],
})
