import { defineProtocolError } from '#platform/live/call-errors.ts'
import { MIN_PASSWORD } from '../rules.ts'

/* The errors whose form Meteor or the mission fixes. Screens know them by their sentences, so they are apart from all others. */

export const noLoginAttempt = defineProtocolError(145_546_287, 'sign-in-expired', 'No matching login attempt found')
export const mustBeLoggedIn = defineProtocolError(401, 'sign-in-first', 'Must be logged in')
export const loggedOutByServer = defineProtocolError(403, 'signed-out', "You've been logged out by the server. Please log in again.")
export const sessionExpired = defineProtocolError(403, 'signed-out', 'Your session has expired. Please log in again.')
export const signUpsForbidden = defineProtocolError(403, 'sign-ups-closed', 'Signups forbidden')
export const invalidSecondStepCode = defineProtocolError('invalid-2fa-code', 'code-wrong', 'Invalid 2FA code')
export const secondStepCodeMissing = defineProtocolError('no-2fa-code', 'second-step-needed', '2FA code must be informed')
export const freshSignInNeeded = defineProtocolError(
  'fresh-sign-in-needed',
  'fresh-sign-in-needed',
  'Please confirm with your password that it is you.',
)
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
