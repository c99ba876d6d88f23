import type { Round } from '#events/rules/rounds.ts'
import type { PlayedRound } from './use-rounds.ts'

/** Converts a round for the rules: only confirmed results count. */
export const toRulesRound = ({ groups, byes }: Pick<PlayedRound, 'groups' | 'byes'>): Round => ({
  byes,
  ...(groups.some(({ gameCount }) => gameCount > 1) ? { gamesPerGroup: Math.max(...groups.map(({ gameCount }) => gameCount)) } : {}),
  groups: groups.map(({ game, machineId, entrantIds, result, places, state }) => ({
    ...(game === 1 ? {} : { game }),
    machineId,
    entrantIds,
    ...(state === 'confirmed' && result !== undefined ? { order: result, ...(places === undefined ? {} : { places }) } : {}),
  })),
})
