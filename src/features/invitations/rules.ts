/** Default uses and days of an invitation. */
export const DEFAULT_USES = 1
export const DEFAULT_DAYS = 7

/** Limits for players; they do not apply to administrators. */
export const PLAYER_USES = 10
export const PLAYER_PER_DAY = 10

/** The part of a link after the site's address. */
export const invitationPath = (token: string): string => `/sign-up#/invitation/${token}`

/** @param hash of an address: `#/invitation/TOKEN`, with or without the first slash. @returns the token, or null */
export const readInvitation = (hash: string): string | null => /^#\/?invitation\/([\w-]{1,100})$/.exec(hash)?.[1] ?? null

export type InvitationState = 'valid' | 'revoked' | 'expired' | 'used-up'

export interface InvitationFacts {
  uses: number
  used: number
  expiresAt: Date
  revokedAt?: Date | null
}

/** Whether an account can still be created with the invitation. @param now ms */
export function invitationState({ uses, used, expiresAt, revokedAt = null }: InvitationFacts, now: number): InvitationState {
  if (revokedAt !== null) return 'revoked'
  if (used >= uses) return 'used-up'
  return expiresAt.getTime() <= now ? 'expired' : 'valid'
}
