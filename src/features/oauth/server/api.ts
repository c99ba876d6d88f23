import type { KeyGrant } from '#keys/server/api.ts'

/** What other features may call. */
export interface OauthApi {
  /** Returns what an access token allows that was presented within seconds and found good; null: `authenticate` has to look. */
  known(accessToken: string): KeyGrant | null
  /** Returns what an access token allows, as if it were a key; null: nothing. What was revoked stops at once on every node. */
  authenticate(accessToken: string): Promise<KeyGrant | null>
}
