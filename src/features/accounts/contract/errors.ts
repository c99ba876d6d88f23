import { defineError, defineProtocolError } from '#platform/live/call-errors.ts'
import { MIN_PASSWORD } from '../rules.ts'

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
export const freshSignInNeeded = defineProtocolError(
  'fresh-sign-in-needed',
  'fresh-sign-in-needed',
  'Please confirm with your password that it is you.',
)
export const noSession = defineError(404, 'no-session', 'There is no such session.')
export const lastWayIn = defineError(409, 'last-way-in', 'This is the only way to sign in to this account.')
export const blockedNamesFull = defineError(409, 'blocked-names-full', 'There are {n} blocked names already.')
export const nameBlockedBefore = defineError(409, 'name-blocked-before', 'This name is blocked already.')
export const blockedNameIdUsed = defineError(409, 'id-used', 'This id was used for another blocked name.')
export const noBlockedName = defineError(404, 'no-blocked-name', 'There is no such blocked name.')
export const nameLookalike = defineProtocolError(403, 'name-lookalike', 'This user name looks like another one.')
export const nameTaken = defineProtocolError(403, 'name-taken', 'Username already exists.')
export const emailLinkExpired = defineProtocolError(403, 'link-expired', 'Verify email link expired')
export const emailLinkUnknown = defineProtocolError(403, 'link-expired', 'Verify email link is for unknown address')
export const passwordLinkUnknown = defineProtocolError(403, 'link-expired', 'Token has invalid email address')
export const passwordLinkExpired = defineProtocolError(403, 'link-expired', 'Token expired')
export const serviceNotConfigured = defineProtocolError(404, 'service-unknown', 'Service not configured')
export const passwordTooCommon = defineProtocolError(403, 'password-common', 'This password is too common.')
export const passwordShort = defineProtocolError(403, 'password-short', `Passwords need at least ${MIN_PASSWORD} characters.`)
/** Does not reveal whether an account exists. */
export const wrongCredentials = defineProtocolError(403, 'credentials', 'Something went wrong. Please check your credentials.')
export const noLoginAttempt = defineProtocolError(145_546_287, 'sign-in-expired', 'No matching login attempt found')
export const mustBeLoggedIn = defineProtocolError(401, 'sign-in-first', 'Must be logged in')
export const loggedOutByServer = defineProtocolError(403, 'signed-out', "You've been logged out by the server. Please log in again.")
export const sessionExpired = defineProtocolError(403, 'signed-out', 'Your session has expired. Please log in again.')
export const signUpsForbidden = defineProtocolError(403, 'sign-ups-closed', 'Signups forbidden')
export const invalidSecondStepCode = defineProtocolError('invalid-2fa-code', 'code-wrong', 'Invalid 2FA code')
export const secondStepCodeMissing = defineProtocolError('no-2fa-code', 'second-step-needed', '2FA code must be informed')
