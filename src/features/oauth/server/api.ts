import type { KeyGrant } from '#keys/server/api.ts'

/** What other features may call. */
export interface OauthApi {
  /** True if a program has just presented this one, and it was found good. */
  knows(token: string): boolean
  /** Returns what an access token allows, as if it were a key; null: nothing. What was revoked stops at once on every node. */
  authenticate(accessToken: string): Promise<KeyGrant | null>
}
