import * as v from 'valibot'
import { freshSignInNeeded } from '#accounts/contract/protocol-errors.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod } from '#platform/live/contract.ts'
import { ADMINISTRATION, PERSONAL, perUser } from '#platform/live/rates.ts'
import { id, name, strictObject, timestamp, uuidV7 } from '#platform/live/schemas.ts'
import { atMostItems, malformed, mustBeList, mustBeOneOf, mustNotBeEmpty } from '#platform/text/field-rules.ts'
import { KEY_SCOPES, type KeyScope } from './rules/scopes.ts'

/* Keys are our addition: with one, another program calls the API of `/api/v1` in the name of its owner. */

/** How many keys a user may have that still work. */
export const MAX_KEYS = 20
/** Keys that one answer of `keys.all` has at most. */
export const KEYS_PER_PAGE = 50

export const noKey = defineError(404, 'no-key', 'There is no such key.')
export const keyIdUsed = defineError(409, 'id-used', 'This id was used for another key.')
export const tooManyKeys = defineError(409, 'too-many-keys', 'You have {n} keys. Revoke one that you do not use.')

export const keyUnknown = defineError(401, 'key-unknown', 'This key is not known, has expired or was revoked.')
export const keyNeedsScope = defineError(403, 'key-needs-scope', 'This key lacks the scope {scope}.')
export const keyOfOther = defineError(403, 'key-of-other', 'This key is for another event or venue.')

/** A key as its owner and administrators see it. Nobody sees its secret again. */
export interface KeyInfo {
  keyId: string
  name: string
  /** the first characters of its secret, by which its owner recognises it */
  begins: string
  scopes: KeyScope[]
  /** the only event in which it may change something; left out: all of its owner */
  eventId?: string
  /** the only venue in which it may change something; left out: all of its owner */
  venueId?: string
  createdAt: Date
  /** to the minute; null: it was never used */
  lastUsedAt: Date | null
  /** null: it works until it is revoked */
  expiresAt: Date | null
  /** whose it is; for administrators */
  owner?: { userId: string; username: string }
}

/**
 * Makes a key, and returns its secret, which nothing else shows; the same call again returns it again. It needs a recent sign-in. `eventId` and `venueId` limit what it may change to one
 * event or venue.
 */
export const keysAdd = defineMethod<{ secret: string }>()(
  'keys.add',
  strictObject({
    _id: uuidV7,
    name: name(1, 60),
    scopes: v.pipe(
      v.array(v.picklist(KEY_SCOPES, mustBeOneOf(KEY_SCOPES)), mustBeList()),
      v.minLength(1, mustNotBeEmpty()),
      v.maxLength(KEY_SCOPES.length, atMostItems(KEY_SCOPES.length)),
      v.check(scopes => new Set(scopes).size === scopes.length, malformed('must be different from each other')),
      v.check(scopes => !scopes.includes('report') || scopes.length === 1, malformed('must name report alone')),
    ),
    expiresAt: v.optional(timestamp),
    eventId: v.optional(id),
    venueId: v.optional(id),
  }),
  {
    example: { name: 'Scoreboard of the club', scopes: ['read', 'submit'] },
    access: 'signed in',
    rates: [perUser(30, 3600)],
    errors: [freshSignInNeeded, keyIdUsed, tooManyKeys],
  },
)

/** Returns the caller's keys that still work, the newest first. */
export const keysMine = defineMethod<KeyInfo[]>()('keys.mine', strictObject({}), { access: 'signed in', rates: PERSONAL, errors: [] })

/** Returns the keys of all users that still work, the newest first, at most 50. `before`: the id of a key; only older ones. */
export const keysAll = defineMethod<KeyInfo[]>()('keys.all', strictObject({ before: v.optional(id) }), {
  access: 'administrators',
  rates: ADMINISTRATION,
  errors: [],
})

/** Revokes a key at once. Users revoke their own, administrators any; the audit log says whose they have revoked. */
export const keysRevoke = defineMethod<Record<string, never>>()('keys.revoke', strictObject({ keyId: id }), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [noKey],
})
