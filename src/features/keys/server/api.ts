import type { KeyGrant } from './key-store.ts'

export type { KeyGrant }

/** What other features may call. */
export interface KeysApi {
  /** Returns what a secret allows that a program has presented within seconds and that was found good; null: `authenticate` has to look. */
  known(secret: string): KeyGrant | null
  /** Returns what a secret allows; null: nothing. A revoked key stops at once on every node, a suspended owner's within seconds. */
  authenticate(secret: string): Promise<KeyGrant | null>
}
