import type { GroupSize } from '#events/formats/options.ts'
import type { FirstRound } from '../draw-options.ts'
import type { GroupAssignment } from './form-groups.ts'
import { groupSizes } from './group-sizes.ts'

/** Divides a list into parts of these sizes, each of which is the next of it. */
export function divideInOrder<T>(list: readonly T[], sizes: readonly number[]): T[][] {
  let from = 0
  return sizes.map(size => {
    from += size
    return list.slice(from - size, from)
  })
}

/**
 * Deals players to groups row by row: the first row has the best players, one for each group.
 * @param turns true: every second row is dealt from the last group to the first
 */
function dealRows(players: readonly string[], sizes: readonly number[], turns: boolean): string[][] {
  const groups = sizes.map((): string[] => [])
  for (let from = 0, row = 0; from < players.length; row++) {
    const open = groups.filter((group, i) => group.length < sizes[i]!)
    const inOrder = turns && row % 2 === 1 ? open.reverse() : open
    for (const group of inOrder) group.push(players[from++]!)
  }
  return groups
}

/**
 * Divides a seeded field into its first groups. `slaughter`: groups of equal strength, so that of 16 players in groups of four 1, 8, 9 and 16
 * meet, and in pairs 1 and 16; `cross`: 1, 5, 9 and 13, in pairs 1 and 9; `adjacent`: 1, 2, 3 and 4, in pairs 1 and 2. With an odd number of
 * players in pairs, the last seed has a bye.
 * @param players the best seed first
 */
export function seededGroups(how: Exclude<FirstRound, 'random'>, players: readonly string[], size: GroupSize): GroupAssignment {
  const sizes = groupSizes(players.length, size)
  const hasBye = sizes.at(-1) === 1
  const dealt = hasBye ? players.slice(0, -1) : players
  const open = hasBye ? sizes.slice(0, -1) : sizes
  const groups = how === 'adjacent' ? divideInOrder(dealt, open) : dealRows(dealt, open, how === 'slaughter')
  return { groups, byes: hasBye ? [players.at(-1)!] : [] }
}
