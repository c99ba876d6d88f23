import type { GroupSize } from '#events/formats/options.ts'
import type { GroupAssignment } from './form-groups.ts'
import { groupSizes } from './group-sizes.ts'

/**
 * Divides a seeded field into groups of equal strength: the best seeds are dealt to the groups from the first to the last, the next ones
 * from the last to the first, and so on, so that of 16 players in groups of four 1, 8, 9 and 16 meet. With an odd number of players in
 * pairs, the last seed has a bye.
 * @param players the best seed first
 */
export function spreadSeeds(players: readonly string[], size: GroupSize): GroupAssignment {
  const sizes = groupSizes(players.length, size)
  const hasBye = sizes.at(-1) === 1
  const dealt = hasBye ? players.slice(0, -1) : players
  const groups = (hasBye ? sizes.slice(0, -1) : sizes).map((): string[] => [])
  for (let from = 0, row = 0; from < dealt.length; row++) {
    const open = groups.filter((group, i) => group.length < sizes[i]!)
    const inOrder = row % 2 === 0 ? open : open.reverse()
    for (const group of inOrder) group.push(dealt[from++]!)
  }
  return { groups, byes: hasBye ? [players.at(-1)!] : [] }
}
