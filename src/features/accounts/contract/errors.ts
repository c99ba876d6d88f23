import { defineError } from '#platform/live/call-errors.ts'

export const emailTaken = defineError(409, 'email-taken', 'This address has an account already.')
export const userIdUsed = defineError(409, 'id-used', 'This id was used for another user.')
export const noUser = defineError(404, 'no-user', 'There is no such user.')
export const nothingToVerify = defineError(409, 'nothing-to-verify', 'There is no address that waits to be verified.')
export const signInAgain = defineError(403, 'sign-in-again', 'Please sign in again to confirm this.')
export const tooManyPasskeys = defineError(409, 'too-many-passkeys', 'An account has at most 20 passkeys.')
export const noPasskey = defineError(404, 'no-passkey', 'There is no such passkey.')
export const passkeyKnown = defineError(409, 'passkey-known', 'This passkey was added before.')
/** More than five minutes have passed, or the connection is another one. */
export const passkeyExpired = defineError(409, 'passkey-expired', 'The passkey came too late.')
export const passkeyNotAccepted = defineError(400, 'passkey-refused', 'This passkey was not accepted.')
export const passkeyRefused = defineError(403, 'passkey-refused', 'This passkey was not accepted.')
export const passkeysNeedHttps = defineError(409, 'passkeys-need-https', 'Passkeys need a site with https.')
export const signInExpired = defineError(404, 'sign-in-expired', 'This sign-in took too long, or was used before.')
export const begunByOther = defineError(403, 'begun-by-other', 'This was begun by somebody else. Start again.')
export const serviceLinked = defineError(409, 'service-linked', 'You have linked another account of this service. Unlink that one first.')
export const serviceTaken = defineError(
  409,
  'service-taken',
  'That account is linked to another player here. Sign in as that player to unlink it.',
)
export const serviceNotLinked = defineError(404, 'service-not-linked', 'This is not linked to your account.')
export const secondStepOn = defineError(409, 'second-step-on', 'The second step is on already.')
export const secondStepOff = defineError(409, 'second-step-off', 'The second step is off.')
export const noSession = defineError(404, 'no-session', 'There is no such session.')
export const lastWayIn = defineError(409, 'last-way-in', 'This is the only way to sign in to this account.')
export const blockedNamesFull = defineError(409, 'blocked-names-full', 'There are {n} blocked names already.')
export const nameBlockedBefore = defineError(409, 'name-blocked-before', 'This name is blocked already.')
export const blockedNameIdUsed = defineError(409, 'id-used', 'This id was used for another blocked name.')
export const noBlockedName = defineError(404, 'no-blocked-name', 'There is no such blocked name.')
