import type { KeyGrant } from './key-store.ts'

export type { KeyGrant }

/** What other features may call. */
export interface KeysApi {
  /** True if a program has just presented this one, and it was found good. */
  knows(secret: string): boolean
  /** Returns what a secret allows; null: nothing. A revoked key stops at once on every node, a suspended owner's within seconds. */
  authenticate(secret: string): Promise<KeyGrant | null>
}
