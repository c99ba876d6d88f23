import type { GroupSize } from '#events/formats/options.ts'

/**
 * Returns the size of each group, larger groups first: as few groups as hold all players, of sizes as even as possible. With size 4, 5
 * players give 3, 2; 9 give 3, 3, 3; 10 give 4, 3, 3. With size 3, 4 players give 2, 2. A last group of 1 (the bye) occurs only for an odd
 * number of players in pairs, or for a single player.
 */
export function groupSizes(players: number, size: GroupSize): number[] {
  const groups = Math.ceil(players / size)
  const least = Math.floor(players / groups)
  const larger = players % groups
  return Array.from({ length: groups }, (_, i) => (i < larger ? least + 1 : least))
}
