import type { EventRoundDoc } from '#events/contract/documents.ts'
import type { PlayedGroup } from '../rounds/games-of-group.ts'
import type { PlayedRound } from '../rounds/use-rounds.ts'

/** Returns who waits for a game in an event whose games begin one by one. @param rounds latest first */
export const waitingPlayers = (rounds: readonly Pick<EventRoundDoc, 'waiting'>[]): NonNullable<EventRoundDoc['waiting']> =>
  rounds.at(-1)?.waiting ?? { entrantIds: [] }

/** Returns the games without a result that counts, in the order in which they began. @param rounds latest first */
export const openGames = (rounds: readonly PlayedRound[]): PlayedGroup[] =>
  rounds
    .flatMap(({ groups }) => groups)
    .filter(({ state }) => state !== 'confirmed')
    .sort((a, b) => a.number - b.number)

/** Returns the games that count, of those that are loaded, the latest first. */
export const endedGames = (rounds: readonly PlayedRound[]): PlayedGroup[] =>
  rounds
    .flatMap(({ groups }) => groups)
    .filter(({ state }) => state === 'confirmed')
    .sort((a, b) => b.number - a.number)
