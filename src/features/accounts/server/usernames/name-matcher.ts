import { domainToASCII } from 'node:url'
import type { BlockedKind } from '#accounts/rules/blocked-names.ts'
import { getSkeletons } from './lookalikes.ts'

/** An entry of the lists of blocked names, as far as it is compared. */
export interface BlockedEntry {
  kind: BlockedKind
  /** as `blockedKeys` made them */
  keys: readonly string[]
  /** of a word: it matches inside of other words too, and across spaces and marks */
  anywhere: boolean
}

/** What is compared with the lists. @property texts in which no blocked word may be */
export interface NamesToCheck {
  username?: string | undefined
  texts?: readonly string[] | undefined
  emails?: readonly string[] | undefined
}

const NO_LETTER_OR_DIGIT = /[^\p{L}\p{M}\p{N}]+/u
const LETTERS = /\p{L}[\p{L}\p{M}]*/gu

/** Returns a domain as it is compared: in ASCII and in lower case, without dots at its ends. '' for a text that is no domain. */
export const domainKey = (domain: string): string => domainToASCII(domain.trim().replace(/^[@.]+|\.+$/g, '')).toLowerCase()

/** Returns the keys under which an entry is stored. */
export const blockedKeys = (kind: BlockedKind, name: string): string[] => (kind === 'domain' ? [domainKey(name)] : getSkeletons(name))

/** Compares names, texts and addresses with entries. The keys of the names are made once, however many entries there are. */
export class NameMatcher {
  readonly #names: ReadonlySet<string>
  readonly #words: ReadonlySet<string>
  readonly #joined: readonly string[]
  readonly #domains: readonly string[]

  constructor({ username, texts = [], emails = [] }: NamesToCheck) {
    this.#names = new Set(username === undefined ? [] : getSkeletons(username))
    const split = texts.map(text => text.normalize('NFKC').split(NO_LETTER_OR_DIGIT))
    // Digits beside letters belong to no word: `nazi88` contains `nazi`.
    const words = split.flat().flatMap(word => [word, ...(word.match(LETTERS) ?? [])])
    this.#words = new Set([...new Set(words)].filter(word => word !== '').flatMap(getSkeletons))
    this.#joined = split.map(parts => parts.join('')).flatMap(getSkeletons)
    this.#domains = emails.map(email => domainKey(email.slice(email.lastIndexOf('@') + 1)))
  }

  matches({ kind, keys, anywhere }: BlockedEntry): boolean {
    if (kind === 'username') return keys.some(key => this.#names.has(key))
    if (kind === 'domain') return keys.some(key => this.#domains.some(domain => domain === key || domain.endsWith(`.${key}`)))
    return keys.some(key => (anywhere ? this.#joined.some(text => text.includes(key)) : this.#words.has(key)))
  }
}
