import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import * as v from 'valibot'
import { defineMethod } from '#platform/live/contract.ts'
import { MINUTE, PERSONAL, perAddress, perConnection } from '#platform/live/rates.ts'
import { id, name, strictObject, text } from '#platform/live/schemas.ts'
import { malformed, mustBeList, mustBeText } from '#platform/text/field-rules.ts'
import { lastWayIn, noPasskey, passkeyExpired, passkeyKnown, passkeyNotAccepted, passkeysNeedHttps, tooManyPasskeys } from './errors.ts'
import { OWNER_PROOF_ERRORS, ownerProof } from './owner-proof.ts'
import { PASSKEY_CHANGES } from './rates.ts'

/* Passkeys are not part of the protocol, except that `login` ends a sign-in. These names are apart because few pages need them. */

export interface PasskeyInfo {
  passkeyId: string
  /** as its owner calls it */
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** Returns the caller's passkeys, the oldest first. */
export const accountPasskeys = defineMethod<PasskeyInfo[]>()('account.passkeys', strictObject({}), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [],
})

export type RegistrationOptions = PublicKeyCredentialCreationOptionsJSON
export type SignInOptions = PublicKeyCredentialRequestOptionsJSON

/** Begins to add a passkey: returns what `navigator.credentials.create` needs, with a challenge that this connection answers once. */
export const accountBeginPasskey = defineMethod<RegistrationOptions>()('account.beginPasskey', strictObject(ownerProof), {
  access: 'signed in',
  rates: PASSKEY_CHANGES,
  errors: [...OWNER_PROOF_ERRORS, tooManyPasskeys, passkeysNeedHttps],
})

const base64url = (max: number) =>
  v.pipe(v.string(mustBeText()), v.minLength(1), v.maxLength(max), v.regex(/^[\w-]+$/, malformed('must be base64url')))
/** An id has at most 1023 bytes. */
const credentialId = base64url(1364)
const publicKeyType = v.literal('public-key', malformed('must be "public-key"'))

const registration = strictObject({
  id: credentialId,
  rawId: credentialId,
  type: publicKeyType,
  response: strictObject({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(8000),
    transports: v.optional(v.pipe(v.array(text(1, 40), mustBeList()), v.maxLength(10))),
  }),
})
export type PasskeyRegistration = v.InferOutput<typeof registration>

/** Adds the passkey that the authenticator has made: the argument is the credential's JSON (WebAuthn), reduced to these fields. */
export const accountAddPasskey = defineMethod<{ passkeyId: string }>()('account.addPasskey', registration, {
  access: 'signed in',
  rates: PASSKEY_CHANGES,
  errors: [passkeyNotAccepted, passkeyExpired, passkeyKnown, tooManyPasskeys, passkeysNeedHttps],
})

export const accountRenamePasskey = defineMethod<Record<string, never>>()(
  'account.renamePasskey',
  strictObject({ passkeyId: id, name: name(1, 60) }),
  { access: 'signed in', rates: PERSONAL, errors: [noPasskey] },
)

export const accountRemovePasskey = defineMethod<Record<string, never>>()(
  'account.removePasskey',
  strictObject({ passkeyId: id, ...ownerProof }),
  {
    access: 'signed in',
    rates: PASSKEY_CHANGES,
    errors: [...OWNER_PROOF_ERRORS, noPasskey, lastWayIn],
  },
)

/**
 * Begins to sign in with a passkey: returns what `navigator.credentials.get` needs, the same for everybody except for the challenge, which
 * this connection answers once by `login { passkey }`.
 */
export const accountBeginPasskeySignIn = defineMethod<SignInOptions>()('account.beginPasskeySignIn', strictObject({}), {
  access: 'everybody',
  rates: [perConnection(5, 10), perAddress(300, 5 * MINUTE)],
  errors: [passkeysNeedHttps],
})

/** The argument `passkey` of `login`: the credential's JSON (WebAuthn). Fields besides these are ignored. */
export const passkeySignIn = v.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKeyType,
  response: v.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: base64url(100),
  }),
})
export type PasskeySignIn = v.InferOutput<typeof passkeySignIn>
