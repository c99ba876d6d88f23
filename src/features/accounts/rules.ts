import { fieldRule } from '#platform/text/field-rules.ts'
import { nameProblem } from '#platform/text/names.ts'

/** Days for which the link of an e-mail is valid (mission §9). */
export const RESET_DAYS = 3
export const ENROLL_DAYS = 30

export const MIN_PASSWORD = 8

/** Invisible characters (Hangul fillers, variation selectors). Without this check, two user names could differ in nothing else. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

/**
 * What may be wrong with a new account, by code. Meteor's `User validation failed` has the sentence alone in its `details`, so screens find
 * the code by it.
 */
export const ACCOUNT_PROBLEMS = {
  'username-length': 'A user name has 1 to 40 characters.',
  'username-spaces': 'A user name has no spaces at its ends.',
  'username-letters': 'A user name has letters, digits, spaces and . _ - only.',
  email: 'That does not look like an e-mail address.',
  'display-name': 'A name has at most 60 characters.',
  profile: 'That profile cannot be kept.',
} as const

export const accountProblem = (code: keyof typeof ACCOUNT_PROBLEMS): string => fieldRule(code, ACCOUNT_PROBLEMS[code])

/** A user name has 1 to 40 characters that are safe in a URL and readable in a table. Returns the problem as a sentence, or null. */
export function usernameProblem(username: string): string | null {
  const length = [...username].length
  if (length < 1 || length > 40) return accountProblem('username-length')
  if (username !== username.normalize('NFC').trim()) return accountProblem('username-spaces')
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._'-]*$/u.test(username) && !INVISIBLE.test(username) && nameProblem(username) === null
    ? null
    : accountProblem('username-letters')
}

export function emailProblem(email: string): string | null {
  return email.length <= 254 &&
    !/[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/u.test(email) &&
    /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+\.[^\s@<>"(),:;[\]\\]+$/.test(email)
    ? null
    : accountProblem('email')
}

/** Key by which e-mail addresses are compared: case is ignored. User names were compared by it before `usernameKey` existed. */
export const foldName = (name: string): string => name.normalize('NFC').trim().toLowerCase()

/**
 * Key by which user names are compared: it ignores case and other shapes of the same letters (full width, ligatures, mathematical letters).
 * This is Unicode's NFKC_Casefold (UAX 44), but with upper and lower case instead of its table: `Ｄina`, `ⅾina` and `DINA` have the key of
 * `dina`.
 */
export const usernameKey = (name: string): string => foldCase(foldCase(name.normalize('NFKC').trim()))

const foldCase = (text: string): string => text.toUpperCase().toLowerCase().normalize('NFKC')

/**
 * Finds the user that a name refers to. Accounts older than `usernameKey` may share a key: a name that differs at most in case is
 * preferred.
 * @returns undefined when it is none of these users
 */
export const findByUsername = <User extends { username?: string | undefined }>(users: readonly User[], name: string): User | undefined =>
  users.find(({ username = '' }) => foldName(username) === foldName(name)) ??
  users.find(({ username = '' }) => usernameKey(username) === usernameKey(name))
