import { dictionary } from '@zxcvbn-ts/language-common'
import { toDigest } from './password-hasher.ts'

/** How many entries of the list are used, the most common first; the specification asks for 3,000. */
const LIST_LENGTH = 10_000

let digests: ReadonlySet<string> | null = null

/** True if the digest is that of a common password, as listed or with its first letter capitalized. */
export function isCommonPassword(digest: string): boolean {
  digests ??= new Set(
    (dictionary['passwords-common'] as readonly string[])
      .slice(0, LIST_LENGTH)
      .flatMap(password => [password, password.charAt(0).toUpperCase() + password.slice(1)])
      .map(toDigest),
  )
  return digests.has(digest)
}
