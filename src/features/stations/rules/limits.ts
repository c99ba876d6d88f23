/** Stations that a venue has at most. */
export const MAX_STATIONS = 60
/** Players of one reported game at most. */
export const MAX_PLAYS = 6
/** ms for which a game may be claimed by who has scanned the code of its station */
export const CLAIM_BY_CODE_MS = 30 * 60_000
/** ms for which a game may be claimed at all, and after which what nobody has claimed is deleted */
export const CLAIM_MS = 7 * 86_400_000
