import * as v from 'valibot'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { HOUR, PERSONAL, perUser } from '#platform/live/rates.ts'
import { booleanField, strictObject, text } from '#platform/live/schemas.ts'
import { fieldRule, malformed } from '#platform/text/field-rules.ts'
import { LOCALES } from '#platform/text/locales.ts'
import { nothingToVerify, noUser, signInAgain } from './errors.ts'
import { wrongCredentials } from './protocol-errors.ts'
import { OWNER_CHECKS, UNASKED_MAILS } from './rates.ts'

/** The mission's account methods as our own client calls them. Their shapes and errors are those of the protocol (wire reference §2). */

/** SHA-256 of the UTF-8 password, lowercase hex (mission §9). */
export interface PasswordDigest {
  digest: string
  algorithm: 'sha-256'
}

/** @property type what kind of login it was: `password`, `passkey` or `resume` */
export interface LoginResult {
  id: string
  token: string
  tokenExpires: Date
  type: string
}

export const LOGIN = 'login'
export const LOGOUT = 'logout'
export const CREATE_USER = 'createUser'
export const CHANGE_PASSWORD = 'changePassword'
export const FORGOT_PASSWORD = 'forgotPassword'
export const RESET_PASSWORD = 'resetPassword'
export const VERIFY_EMAIL = 'verifyEmail'
export const GET_NEW_TOKEN = 'getNewToken'
export const REMOVE_OTHER_TOKENS = 'removeOtherTokens'
export const LOGOUT_OTHER_CLIENTS = 'logoutOtherClients'
/** The caller's first e-mail address, or null (mission §7). */
export const GET_USER_EMAIL = 'analytics.getUserEmail'
export const LOGIN_SERVICES = 'meteor.loginServiceConfiguration'
/** Collection of `meteor.loginServiceConfiguration`: one document per service, without its secret. */
export const LOGIN_SERVICE_CONFIGURATION = 'meteor_accounts_loginServiceConfiguration'

/**
 * Methods that every Meteor application has. Here they are refused to everyone with 403, whatever their arguments. The reasons are
 * Meteor's: its collection of users has an allow rule for updates, and none for inserts or removals.
 */
export const DENIED: Readonly<Record<string, string>> = {
  configureLoginService: 'Access denied',
  '/users/insert': "Access denied. No allow validators set on restricted collection for method 'insert'.",
  '/users/update': 'Access denied',
  '/users/remove': "Access denied. No allow validators set on restricted collection for method 'remove'.",
  // Those of Meteor 3.
  '/users/insertAsync': "Access denied. No allow validators set on restricted collection for method 'insertAsync'.",
  '/users/updateAsync': 'Access denied',
  '/users/removeAsync': "Access denied. No allow validators set on restricted collection for method 'removeAsync'.",
}

/** Collection of the user's own document. */
export const USERS = 'users'

/** A document of `users`: the reader's own, whose parts come from several publications. Its `_id` is the user's. */
export interface OwnUserDoc {
  /** this, `emails` and `profile` come to every connection without a subscription */
  username?: string
  emails?: { address: string; verified: boolean }[]
  profile?: { [field: string]: unknown }
  /** from `_roles`: the names of roles by the group in which they are held, or a flat list of them */
  roles?: { [group: string]: string[] } | string[]
  /** our addition, from `account.picture` */
  avatar?: { url: string; webp?: string; width: number; height: number }
}

/**
 * Our addition: adds `avatar`, the smallest size of the caller's picture, to the caller's own document; nothing for a caller
 * without a picture. The feature that keeps the pictures, `players`, serves it.
 */
export const accountPicture = definePublication('account.picture', strictObject({}), [USERS], { access: 'everybody', errors: [] })

/** Code of the error of a login whose password was right, but which lacks the code of the account's second step (Meteor's accounts-2fa). */
export const NO_SECOND_STEP_CODE = 'no-2fa-code'
export const INVALID_SECOND_STEP_CODE = 'invalid-2fa-code'
/** A method wants to know that the user is still the one who signed in: `account.confirmSignIn` confirms that. */
export const FRESH_SIGN_IN_NEEDED = 'fresh-sign-in-needed'
/** `resetPassword` and `verifyEmail` have done their work, but do not log in because the account has a second step. */
export const SECOND_STEP_ON = '2fa-enabled'

/** How the sentence of the 403 begins that a suspended user gets; `details` is a `SuspensionDetails` (rules/suspension.ts). */
export const SUSPENDED = 'This account is suspended'

/** 400: the account has only an SRP verifier; `details` is a JSON string `{"format":"srp","identity":"…"}` (mission §8). */
export const OLD_PASSWORD_FORMAT = 'old password format'

/** A password as it was typed, or its digest made by the client. */
export const passwordField = v.union(
  [
    v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
    v.strictObject({ digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)), algorithm: v.literal('sha-256') }),
  ],
  fieldRule('password', 'must be a password or its SHA-256 digest'),
)

/** A code of an authenticator app, or a recovery code, as it was typed. */
export const codeField = text(1, 100)

/** Without a password only for accounts that have none, after signing in just now. */
export const accountDelete = defineMethod<Record<string, never>>()(
  'account.delete',
  strictObject({ password: v.optional(passwordField), eraseScores: booleanField }),
  {
    access: 'signed in',
    rates: OWNER_CHECKS,
    errors: [wrongCredentials, signInAgain, noUser],
  },
)

/** `url`: a path of this site, valid for a quarter of an hour. */
export const accountExport = defineMethod<{ url: string; expiresAt: Date }>()('account.export', strictObject({}), {
  access: 'signed in',
  rates: [perUser(5, HOUR)],
  errors: [],
})

/**
 * Our addition: asks for another e-mail address. It replaces the old one when the link that is sent to it is opened. Without a
 * password only for accounts that have none, after signing in just now.
 */
export const accountSetEmail = defineMethod<Record<string, never>>()(
  'account.setEmail',
  strictObject({ email: text(3, 254), password: v.optional(passwordField) }),
  { access: 'signed in', rates: [...OWNER_CHECKS, UNASKED_MAILS], errors: [wrongCredentials, signInAgain] },
)

/** Our addition: sends the link that verifies the caller's address once more. */
export const accountSendVerification = defineMethod<Record<string, never>>()('account.sendVerification', strictObject({}), {
  access: 'signed in',
  rates: [...PERSONAL, UNASKED_MAILS],
  errors: [nothingToVerify],
})

/** Our addition: the language of the caller's e-mails and notifications. Nobody else sees it. */
export const accountSetLocale = defineMethod<Record<string, never>>()(
  'account.setLocale',
  strictObject({ locale: v.picklist(LOCALES, malformed('must be a language of this site')) }),
  { access: 'signed in', rates: PERSONAL, errors: [] },
)
