import { isTieGame } from '../bracket/plan.ts'
import type { Round } from '../rounds.ts'

/** The rules by which games are counted, as exports name them. */
export const TGP_RULES = 'IFPA TGP guide, WPPR 5.8'

const PERCENT_PER_GAME = 4
/** What an event without separate finals is worth at most, in percent. */
export const MAX_PERCENT = 100
/** From so many hours of unlimited qualifying on, each game counts twice (WPPR 5.8, 2023); below, each hour adds one percent. */
const LONG_HOURS = 20
/** Of the scores on one machine that count, IFPA counts at most this many. */
const MAX_SCORES_PER_MACHINE = 3

/** Returns how many meaningful games one game of a group is. Larger groups are worth no more than four players. */
export const groupMultiplier = (size: number): number => (size >= 4 ? 2 : size === 3 ? 1.5 : size === 2 ? 1 : 0)

/** Returns the most frequent size of the groups that have a result; of two that are equally frequent the smaller one. */
export function usualGroupSize({ groups }: Pick<Round, 'groups'>): number {
  const counts = new Map<number, number>()
  for (const { order } of groups) if (order !== undefined) counts.set(order.length, (counts.get(order.length) ?? 0) + 1)
  const [usual] = [...counts].sort(([sizeA, a], [sizeB, b]) => b - a || sizeA - sizeB)
  return usual?.[0] ?? 0
}

/** Divides a round into its games: the first games of all groups, then the second ones, and so on. */
export function gamesOfRound({ groups }: Pick<Round, 'groups'>): Pick<Round, 'groups'>[] {
  const numbers = [...new Set(groups.map(({ game = 1 }) => game))]
  return numbers.map(number => ({ groups: groups.filter(({ game = 1 }) => game === number) }))
}

/** Returns the meaningful games of match play: each game of a round counts by the size that most of its groups have. */
export const matchPlayGames = (rounds: readonly Round[]): number =>
  rounds.flatMap(gamesOfRound).reduce((sum, game) => sum + groupMultiplier(usualGroupSize(game)), 0)

/** Returns the meaningful games of a knockout: those that its winner has played, without byes and without games that play off a tie. */
export function knockoutGames(rounds: readonly Round[], winnerId: string | undefined): number {
  const played = rounds.flatMap(({ groups }) =>
    groups.filter(({ order, bracketGame = '' }) => winnerId !== undefined && order?.includes(winnerId) && !isTieGame(bracketGame)),
  )
  return played.reduce((sum, { order }) => sum + groupMultiplier(order!.length), 0)
}

/** Returns the meaningful games of best-game qualifying. @param machines how many count @param scores how many count on each */
export const bestGameGames = (machines: number, scores = 1): number => machines * Math.min(scores, MAX_SCORES_PER_MACHINE)

/** Returns the TGP in percent. @param hours of unlimited qualifying, 0 where attempts are limited @param most what it is at most */
export const tgpPercent = (games: number, hours = 0, most = MAX_PERCENT): number =>
  Math.min(most, hours < LONG_HOURS ? games * PERCENT_PER_GAME + Math.floor(hours) : games * 2 * PERCENT_PER_GAME)
