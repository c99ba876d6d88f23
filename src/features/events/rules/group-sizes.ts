import type { GroupSize } from './format.ts'

/**
 * How many players each group has, larger groups first: as few groups as hold them all, as even as can be. 5 by fours: 3, 2; 9: 3, 3, 3; 10: 4, 3, 3;
 * 4 by threes: 2, 2. Only an odd number by twos ends in a 1, the bye, and a single player is one.
 */
export function groupSizes(players: number, size: GroupSize): number[] {
  const groups = Math.ceil(players / size)
  const least = Math.floor(players / groups)
  const larger = players % groups
  return Array.from({ length: groups }, (_, i) => (i < larger ? least + 1 : least))
}
