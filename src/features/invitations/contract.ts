import * as v from 'valibot'
import { defineMethod, definePublication, id, integer, strictObject, text, uuidV7 } from '../../platform/live/contract.ts'

/** Invitations to the site itself, our addition to the wire. Invitations into a group are `groups.invite`. */

/** The reason of the 403 that `createUser` answers where signing up is not allowed; the mission's text. */
export const SIGN_UPS_FORBIDDEN = 'Signups forbidden'

/** A document of `invitationPolicy`; there is one, its `_id` is `site`. What the operator has configured. */
export interface InvitationPolicyDoc {
  signUps: 'open' | 'invite' | 'closed'
  /** who may make invitations */
  invitations: 'administrators' | 'players'
}

/** Somebody who has signed up with an invitation. */
export interface InvitedUser {
  userId: string
  username: string
  displayName: string
  at: Date
}

/** A document of `invitations`; its `_id` is the invitation's. */
export interface InvitationDoc {
  /** for its maker and administrators: whom it is meant for */
  note: string
  /** how many accounts may be made with it */
  uses: number
  /** how many have been made, those since deleted included */
  used: number
  createdAt: Date
  expiresAt: Date
  revokedAt?: Date
  /** who made it; null: that account was deleted */
  by: { userId: string; username: string } | null
  /** who signed up with it, newest first, at most 20 */
  joined: InvitedUser[]
}

/** `url`: the link to hand out, with the token in its fragment. */
export interface InvitationLink {
  token: string
  url: string
  expiresAt: Date
}

/** Makes an invitation. `uses`: 1 if left out, at most 10 for a player; `days` until it expires: 7 if left out. */
export const invitationsAdd = defineMethod<InvitationLink>()(
  'invitations.add',
  strictObject({ _id: uuidV7, uses: v.optional(integer(1, 1000)), days: v.optional(integer(1, 365)), note: v.optional(text(0, 100)) }),
  {
    access: 'administrators',
    403: 'the site lets only administrators invite',
    409: 'the id was used for another invitation, or the site takes no new accounts',
  },
)

/** The link of an own invitation once more. */
export const invitationsLink = defineMethod<InvitationLink>()('invitations.link', strictObject({ invitationId: id }), {
  access: 'signed in',
  404: 'no such invitation of your own',
  409: 'it is no longer valid, or was made with a key that the server no longer has',
})

/** Ends an invitation; again changes nothing. Accounts that were made with it stay. */
export const invitationsRevoke = defineMethod<Record<string, never>>()('invitations.revoke', strictObject({ invitationId: id }), {
  access: 'signed in',
  404: 'no such invitation of your own; for administrators: no such invitation',
})

/** Who invites, for whoever holds the token. */
export const invitationsLook = defineMethod<{ by: { username: string; displayName: string }; expiresAt: Date }>()(
  'invitations.look',
  strictObject({ token: text(1, 100) }),
  { access: 'everybody', 404: 'unknown, expired, used up or revoked' },
)

const page = strictObject({ limit: v.optional(integer(1, 100)), before: v.optional(id) })

/** One's own invitations, newest first. `before`: an invitation's id. */
export const invitationsMine = definePublication('invitations.mine', page, ['invitations'], { access: 'signed in' })

/** Everybody's invitations, newest first. `before`: an invitation's id. */
export const invitationsAll = definePublication('invitations.all', page, ['invitations'], {
  access: 'administrators',
})

/** How accounts are made on this site. */
export const invitationsPolicy = definePublication('invitations.policy', strictObject({}), ['invitationPolicy'], { access: 'everybody' })
