/** Sizes of finals, the largest first: those that need no byes in brackets of pairs or of groups of four. */
const SIZES = [64, 32, 16, 8, 4, 2]

/** Returns how many players finals are proposed for: at most half of those who have played, which is what IFPA lets a qualifying count for. */
export const proposeCount = (players: number): number => SIZES.find(size => size * 2 <= players) ?? 2
