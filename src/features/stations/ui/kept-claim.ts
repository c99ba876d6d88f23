/*
 * The play that a visitor has chosen before signing in. It is kept for this tab alone, so that no link can claim anything for who follows it.
 */

const KEY = 'skillshot.claim'

export interface KeptClaim {
  code: string
  reportedGameId: string
  /** 1 for the first */
  play: number
}

export function keepClaim(claim: KeptClaim): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(claim))
  } catch {
    // Without storage the play is chosen again.
  }
}

/** Returns the kept choice for a station's code, and forgets it. @returns null: there is none */
export function takeKeptClaim(code: string): KeptClaim | null {
  try {
    const text = sessionStorage.getItem(KEY)
    if (text === null) return null
    const kept = JSON.parse(text) as KeptClaim
    if (kept.code !== code) return null
    sessionStorage.removeItem(KEY)
    return kept
  } catch {
    return null
  }
}
