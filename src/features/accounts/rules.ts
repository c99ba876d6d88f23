import { nameProblem } from '../../platform/live/names.ts'

/** Mission §9: login tokens live 90 days, unexpiring ones 36500. */
export const DAY_MS = 86_400_000
export const TOKEN_DAYS = 90
export const UNEXPIRING_DAYS = 36_500
/** ms between looks at the stored token */
export const TOKEN_WATCH = 3000

/** ms a login token lives. @param days null: unexpiring */
export const tokenLifetime = (days: number | null): number => (days ?? UNEXPIRING_DAYS) * DAY_MS

/** Mission §9: within the last tenth of its lifetime, but at most its last hour. Times in ms. */
export function expiresSoon(now: number, expires: number, lifetime: number): boolean {
  return now > expires - Math.min(0.1 * lifetime, 3_600_000)
}

/** Mission §5: a login name with `@` is an e-mail. */
export const userSelector = (name: string): { email: string } | { username: string } =>
  name.includes('@') ? { email: name } : { username: name }

/** Mission §9: days that the link of a mail is good for. */
export const RESET_DAYS = 3
export const ENROLL_DAYS = 30

export const MIN_PASSWORD = 8

/** Characters that are drawn as nothing (Hangul fillers, variation selectors): of two user names they would be the only difference. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

/** 1 to 40 characters that stand well in an address and a table. */
export function usernameProblem(username: string): string | null {
  const length = [...username].length
  if (length < 1 || length > 40) return 'A user name has 1 to 40 characters.'
  if (username !== username.normalize('NFC').trim()) return 'A user name has no spaces at its ends.'
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._'-]*$/u.test(username) && !INVISIBLE.test(username) && nameProblem(username) === null
    ? null
    : 'A user name has letters, digits, spaces and . _ - only.'
}

export function emailProblem(email: string): string | null {
  return email.length <= 254 &&
    !/[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/u.test(email) &&
    /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+\.[^\s@<>"(),:;[\]\\]+$/.test(email)
    ? null
    : 'That does not look like an e-mail address.'
}

/** What e-mail addresses are compared by: case does not count. User names were too, before they had `usernameKey`. */
export const foldName = (name: string): string => name.normalize('NFC').trim().toLowerCase()

/**
 * What user names are compared by: neither case nor other shapes of the same letters (full width, ligatures, letters of mathematics) count.
 * Unicode's NFKC_Casefold (UAX 44), with upper and lower case instead of its table: `Ｄina`, `ⅾina` and `DINA` have the key of `dina`.
 */
export const usernameKey = (name: string): string => foldCase(foldCase(name.normalize('NFKC').trim()))

const foldCase = (text: string): string => text.toUpperCase().toLowerCase().normalize('NFKC')

/**
 * The one of these users that a name means. Accounts that are older than `usernameKey` may share one: the one that is spelled so comes first.
 * @returns undefined when it is none of them
 */
export const findByUsername = <User extends { username?: string | undefined }>(users: readonly User[], name: string): User | undefined =>
  users.find(({ username = '' }) => foldName(username) === foldName(name)) ??
  users.find(({ username = '' }) => usernameKey(username) === usernameKey(name))
