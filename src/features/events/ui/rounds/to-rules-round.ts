import type { Round } from '../../rules/rounds.ts'
import type { PlayedRound } from './use-rounds.ts'

/** Converts a round for the rules: only confirmed results count. */
export const toRulesRound = ({ groups, byes }: Pick<PlayedRound, 'groups' | 'byes'>): Round => ({
  byes,
  groups: groups.map(({ machineId, entrantIds, result, places, state }) => ({
    machineId,
    entrantIds,
    ...(state === 'confirmed' && result !== undefined ? { order: result, ...(places === undefined ? {} : { places }) } : {}),
  })),
})
