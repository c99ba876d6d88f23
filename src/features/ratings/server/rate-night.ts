/// <reference path="./glicko2.d.ts" />
import glicko2 from 'glicko2'
import type { RatedGame } from '#events/server/api.ts'

/** What is known of a player's strength after a night. `rd`: the rating deviation; `vol`: the volatility; `endedAt`: when the night ended (ms) */
export interface PlayerStrength {
  rating: number
  rd: number
  vol: number
  games: number
  nights: number
  endedAt: number
}

/** Where everybody begins, and how fast ratings may change: the values that the author of Glicko-2 recommends. */
const NEW_PLAYER = { rating: 1500, rd: 350, vol: 0.06 }
const TAU = 0.5
const WEEK_MS = 7 * 86_400_000
/** One point of Glicko-2's own scale, in which volatilities are given. */
const SCALE = 173.7178

/**
 * Rates one night, which is one period of Glicko-2: all its games are compared with the strengths before the night. The result does not depend
 * on the order in which tied players are listed.
 * @param before the strengths of the players before the night; who is missing is new
 * @param games in their order
 * @returns the strengths of those who have played, in the order of their ids
 */
export function rateNight(
  before: ReadonlyMap<string, PlayerStrength>,
  { games, endedAt }: { games: readonly RatedGame[]; endedAt: number },
): Map<string, PlayerStrength> {
  const glicko = new glicko2.Glicko2({ ...NEW_PLAYER, tau: TAU })
  // Against guests there is nothing to compare, so a game with one account is none.
  const compared = games.filter(({ userIds }) => userIds.length > 1)
  const counts = new Map<string, number>()
  for (const userId of compared.flatMap(({ userIds }) => userIds)) counts.set(userId, (counts.get(userId) ?? 0) + 1)
  const players = [...counts.keys()].sort().map(userId => {
    const strength = before.get(userId) ?? { ...NEW_PLAYER, games: 0, nights: 0, endedAt }
    const player = glicko.makePlayer(strength.rating, deviationAfterBreak(strength, endedAt), strength.vol)
    return { userId, strength, player }
  })
  const byId = new Map(players.map(({ userId, player }) => [userId, player]))
  const matches = compared.flatMap(game => glicko.makeRace(toRanks(game).map(rank => rank.map(userId => byId.get(userId)!))).getMatches())
  glicko.updateRatings(matches)
  return new Map(
    players.map(({ userId, strength, player }) => {
      const [rating, rd, vol] = [player.getRating(), player.getRd(), player.getVol()]
      // The package gives NaN where its arithmetic fails, which would spread to all opponents.
      if (![rating, rd, vol].every(Number.isFinite)) throw new Error('a night could not be rated')
      return [userId, { rating, rd, vol, games: strength.games + counts.get(userId)!, nights: strength.nights + 1, endedAt }]
    }),
  )
}

/**
 * A strength becomes less certain while nobody sees it. The night itself is a period, for which the package adds the volatility; here it is
 * added for each further whole week since the last night. Nobody becomes less certain than somebody new.
 */
function deviationAfterBreak({ rd, vol, endedAt }: PlayerStrength, nightEndedAt: number): number {
  const weeks = Math.max(0, Math.floor((nightEndedAt - endedAt) / WEEK_MS) - 1)
  return weeks === 0 ? rd : Math.max(rd, Math.min(NEW_PLAYER.rd, Math.sqrt(rd ** 2 + weeks * (vol * SCALE) ** 2)))
}

/**
 * Returns the players of each place, best first. Tied players are in the order of their ids, because the sums of the package are rounded,
 * and their last digits depend on the order in which it adds.
 */
function toRanks({ userIds, places }: RatedGame): string[][] {
  const ranks = new Map<number, string[]>()
  for (const [i, userId] of userIds.entries()) ranks.set(places[i]!, [...(ranks.get(places[i]!) ?? []), userId].sort())
  return [...ranks].sort(([a], [b]) => a - b).map(([, rank]) => rank)
}
