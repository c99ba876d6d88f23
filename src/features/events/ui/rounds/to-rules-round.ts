import type { Round } from '#events/rules/rounds.ts'
import type { PlayedRound } from './use-rounds.ts'

/** Converts a round for the rules: only confirmed results count. */
export const toRulesRound = ({ groups, byes, field, gone }: Pick<PlayedRound, 'groups' | 'byes' | 'field' | 'gone'>): Round => ({
  byes,
  ...(field === undefined ? {} : { field }),
  ...(gone === undefined ? {} : { gone }),
  ...(groups.some(({ gameCount }) => gameCount > 1) ? { gamesPerGroup: Math.max(...groups.map(({ gameCount }) => gameCount)) } : {}),
  groups: groups.map(({ game, machineId, entrantIds, bracketGame, result, places, scores, state }) => ({
    ...(game === 1 ? {} : { game }),
    machineId,
    entrantIds,
    ...(bracketGame === undefined ? {} : { bracketGame }),
    ...(state === 'confirmed' && result !== undefined
      ? { order: result, ...(places === undefined ? {} : { places }), ...(scores === undefined ? {} : { scores }) }
      : {}),
  })),
})
