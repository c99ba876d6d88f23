import { atLeastCharacters, fieldRule } from '#platform/text/field-rules.ts'
import { usernameProblem } from '../rules.ts'

/** Kinds of names that administrators can block: whole user names, words in names, and mail domains with their subdomains. */
export const BLOCKED_KINDS = ['username', 'word', 'domain'] as const
export type BlockedKind = (typeof BLOCKED_KINDS)[number]

/** What is wrong with a name that is blocked, as the end of a sentence. */
export const NAME_BLOCKED = fieldRule('blocked', 'is not allowed on this site')

/** Of a name that is spelled so that it is taken for that of an office, of the site or of another user. */
export const NAME_IMITATES = fieldRule('imitates', 'looks like the name of somebody else')

/** Characters that a word needs in order to be blocked anywhere in a name: shorter ones are in too many harmless names. */
export const MIN_BLOCKED_ANYWHERE = 3

/** Returns what is wrong with an entry of the lists of blocked names, as the end of a sentence; null: nothing. */
export function blockedNameProblem(kind: BlockedKind, name: string, anywhere: boolean): string | null {
  if (kind === 'username') return usernameProblem(name) === null ? null : fieldRule('user-name', 'must be a user name')
  if (kind === 'domain')
    return /^(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(name) ? null : fieldRule('domain', 'must be a domain such as example.com')
  if (!/^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*$/u.test(name) || /\p{Default_Ignorable_Code_Point}/u.test(name))
    return fieldRule('one-word', 'must be one word of letters and digits')
  return anywhere && [...name].length < MIN_BLOCKED_ANYWHERE ? atLeastCharacters(MIN_BLOCKED_ANYWHERE) : null
}
