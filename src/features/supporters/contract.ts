import * as v from 'valibot'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { MINUTE, perUser, type Rates, together } from '#platform/live/rates.ts'
import { booleanField, strictObject, text } from '#platform/live/schemas.ts'

export const supportersOff = defineError(404, 'supporters-off', 'Supporters cannot be linked here.')
export const patreonAnswerUsed = defineError(
  403,
  'patreon-answer-used',
  'This answer of Patreon was used before, is older than ten minutes, or was for somebody else. Nothing was linked. Start again.',
)
export const patreonTaken = defineError(
  409,
  'patreon-taken',
  'This Patreon account is linked to another player here. Nothing was linked. Sign in as that player and end the link there, or start again with another account.',
)
export const patreonForgot = defineError(
  403,
  'patreon-forgot',
  'Patreon does not know this answer any more. Nothing was linked. Start again.',
)
export const patreonBroken = defineError(
  503,
  'patreon-broken',
  'This site and Patreon do not understand each other. Nothing was linked. Tell the people who run this site.',
)
/** `wait`: how long, in words; `timeToReset`: the same in ms */
export const patreonBusy = defineError(
  'too-many-requests',
  'patreon-busy',
  'Patreon is asked too much just now. Nothing was linked. Wait {wait}, then start again.',
)
export const patreonDown = defineError(
  503,
  'patreon-down',
  'Patreon does not answer as it should just now. Nothing was linked. Wait a few minutes, then start again.',
)

/** A document of `supporterLinks`: the user's own link; its `_id` is the user's. */
export interface SupporterLinkDoc {
  /** title of the membership's tier at the provider; null: no tier, or one without a title */
  tier: string | null
  /** whether the supporter badge is shown */
  active: boolean
  linkedAt: Date
}

const LINKING: Rates = [together('linking of supporters', perUser(20, 10 * MINUTE))]

/**
 * `url`: where the browser is sent to authorize the link; valid for ten minutes, once, for this user. `app`: the app on phones opens it, and
 * `/patreon/confirm` leads back there. A site without Patreon has none of these methods.
 */
export const patreonBegin = defineMethod<{ url: string }>()('patreon.begin', strictObject({ app: v.optional(booleanField) }), {
  access: 'signed in',
  rates: LINKING,
  errors: [],
})

export const patreonConfirm = defineMethod<{ tier: string | null; active: boolean }>()(
  'patreon.confirm',
  strictObject({ code: text(1, 500), state: text(1, 200) }),
  {
    access: 'signed in',
    rates: LINKING,
    errors: [patreonAnswerUsed, patreonForgot, patreonTaken, patreonBusy, patreonBroken, patreonDown],
  },
)

export const patreonUnlink = defineMethod<Record<string, never>>()('patreon.unlink', strictObject({}), {
  access: 'signed in',
  rates: [perUser(20, 10 * MINUTE)],
  errors: [],
})

/** Our addition: the user's own link; nothing for visitors and for users without a link. */
export const patreonLink = definePublication('patreon.link', strictObject({}), ['supporterLinks'], {
  access: 'everybody',
  errors: [supportersOff],
})
