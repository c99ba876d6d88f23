import * as v from 'valibot'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication, partsOf } from '#platform/live/contract.ts'
import { ADMINISTRATION, MINUTE, perAddress, perUser, type Rates, together } from '#platform/live/rates.ts'
import { id, integer, strictObject, text, uuidV7 } from '#platform/live/schemas.ts'

export const invitingForbidden = defineError(403, 'inviting-forbidden', 'Only an administrator may invite people.')
export const noInvitation = defineError(404, 'no-invitation', 'There is no such invitation.')
export const signUpsClosed = defineError(409, 'sign-ups-closed', 'This site takes no new accounts.')
export const invitationSpent = defineError(409, 'no-invitation', 'This invitation is no longer valid.')
export const invitationGone = defineError(404, 'no-invitation', 'This invitation is no longer valid.')
export const invitationLinkLost = defineError(
  409,
  'invitation-link-lost',
  'The link cannot be shown again, because the server has another key now. Make a new invitation.',
)
export const invitationIdUsed = defineError(409, 'id-used', 'This id was used for another invitation.')

/** Invitations to the site itself, which are our addition to the protocol. Invitations into a group are `groups.invite`. */

/** Of looking at what a link invites to, which is guessing its token. */
export const LOOKING_AT_LINKS: Rates = [together('looking at links', perAddress(60, MINUTE))]

const OWN_INVITATIONS: Rates = [together('own invitations', perUser(60, MINUTE))]

/** The reason of the 403 with which `createUser` fails where signing up is not allowed; the mission's text. */
export const SIGN_UPS_FORBIDDEN = 'Signups forbidden'

/** A document of `invitationPolicy`: what the operator has configured. There is only one; its `_id` is `site`. */
export interface InvitationPolicyDoc {
  signUps: 'open' | 'invite' | 'closed'
  /** who may create invitations */
  invitations: 'administrators' | 'players'
}

/** A user who has signed up with an invitation. */
export interface InvitedUser {
  userId: string
  username: string
  displayName: string
  at: Date
}

/** A document of `invitations`; its `_id` is the invitation's. */
export interface InvitationDoc {
  /** for its creator and administrators: whom it is meant for */
  note: string
  /** how many accounts may be created with it */
  uses: number
  /** how many accounts have been created, including those deleted since */
  used: number
  createdAt: Date
  expiresAt: Date
  revokedAt?: Date
  /** the user who created it; null: that account was deleted */
  by: { userId: string; username: string } | null
  /** the users who signed up with it, newest first, at most 20 */
  joined: InvitedUser[]
}

/** `url`: the link to hand out, with the token in its fragment. */
export interface InvitationLink {
  token: string
  url: string
  expiresAt: Date
}

/** Creates an invitation. `uses`: 1 if left out, at most 10 for a player; `days` until it expires: 7 if left out. */
export const invitationsAdd = defineMethod<InvitationLink>()(
  'invitations.add',
  strictObject({ _id: uuidV7, uses: v.optional(integer(1, 1000)), days: v.optional(integer(1, 365)), note: v.optional(text(0, 100)) }),
  {
    access: 'administrators, or players where they may invite',
    rates: ADMINISTRATION,
    errors: [signUpsClosed, invitationIdUsed, invitationLinkLost],
  },
)

/** Returns the link of one of the caller's invitations once more. */
export const invitationsLink = defineMethod<InvitationLink>()('invitations.link', strictObject({ invitationId: id }), {
  access: 'signed in',
  rates: OWN_INVITATIONS,
  errors: [noInvitation, invitationSpent, invitationLinkLost],
})

/** Ends an invitation; a repeated call changes nothing. Accounts that were created with it stay. */
export const invitationsRevoke = defineMethod<Record<string, never>>()('invitations.revoke', strictObject({ invitationId: id }), {
  access: 'signed in',
  rates: OWN_INVITATIONS,
  errors: [noInvitation],
})

/** Tells anybody who has the token who created the invitation. */
export const invitationsLook = defineMethod<{ by: { username: string; displayName: string }; expiresAt: Date }>()(
  'invitations.look',
  strictObject({ token: text(1, 100) }),
  { access: 'everybody', rates: LOOKING_AT_LINKS, errors: [invitationGone] },
)

const page = strictObject({ limit: v.optional(integer(1, 100)), before: v.optional(id) })

/** The caller's own invitations, newest first. `before`: an invitation's id. */
export const invitationsMine = definePublication('invitations.mine', page, ['invitations'], {
  access: 'signed in',
  errors: [],
  parts: partsOf('invitations', '-createdAt', '-_id'),
})

/** All invitations, newest first. `before`: an invitation's id. */
export const invitationsAll = definePublication('invitations.all', page, ['invitations'], {
  access: 'administrators',
  errors: [],
  parts: partsOf('invitations', '-createdAt', '-_id'),
})

/** How accounts can be created on this site. */
export const invitationsPolicy = definePublication('invitations.policy', strictObject({}), ['invitationPolicy'], {
  access: 'everybody',
  errors: [],
})
