import type { PlayedGroup } from '#events/ui/rounds/games-of-group.ts'
import type { PlayedRound } from '#events/ui/rounds/use-rounds.ts'

/** Returns the groups without a confirmed result, in the order of their rounds and numbers. */
export const findUnconfirmedGroups = (rounds: readonly PlayedRound[]): PlayedGroup[] =>
  rounds
    .flatMap(({ groups }) => groups)
    .filter(({ state }) => state !== 'confirmed')
    .sort((a, b) => a.round - b.round || a.number - b.number || a.game - b.game)
