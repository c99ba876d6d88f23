import { dictionary } from '@zxcvbn-ts/language-common'
import { toDigest } from './password-hasher.ts'

/** How far down the list, commonest first; the specification asks for 3,000. */
const MOST = 10_000

let digests: ReadonlySet<string> | null = null

/** Whether a digest is one of a common password's, as listed or with a capital at its beginning. */
export function isCommonPassword(digest: string): boolean {
  digests ??= new Set(
    (dictionary['passwords-common'] as readonly string[])
      .slice(0, MOST)
      .flatMap(password => [password, password.charAt(0).toUpperCase() + password.slice(1)])
      .map(toDigest),
  )
  return digests.has(digest)
}
