import type { Round } from '#events/rules/rounds.ts'
import type { PlayedRound } from './use-rounds.ts'

/** Converts a round for the rules: only confirmed results count. */
export const toRulesRound = ({ groups, byes, field }: Pick<PlayedRound, 'groups' | 'byes' | 'field'>): Round => ({
  byes,
  ...(field === undefined ? {} : { field }),
  ...(groups.some(({ gameCount }) => gameCount > 1) ? { gamesPerGroup: Math.max(...groups.map(({ gameCount }) => gameCount)) } : {}),
  groups: groups.map(({ game, machineId, entrantIds, bracketGame, result, places, state }) => ({
    ...(game === 1 ? {} : { game }),
    machineId,
    entrantIds,
    ...(bracketGame === undefined ? {} : { bracketGame }),
    ...(state === 'confirmed' && result !== undefined ? { order: result, ...(places === undefined ? {} : { places }) } : {}),
  })),
})
