/*
 * Glicko-2, written from its paper alone (Mark Glickman, "Example of the Glicko-2 system", 22 March 2022), to be compared with what the site
 * computes. It shares no code with the application, and is slow and plain.
 */

const TAU = 0.5
const FACTOR = 173.7178
const WEEK = 7 * 24 * 60 * 60 * 1000
/** The paper's tolerance is 0.000001; a smaller one makes the two results comparable to more digits. */
const TOLERANCE = 1e-12

/** A player: rating, deviation and volatility on the scale of Glicko, and when the latest night ended (ms). */
export interface PlainPlayer {
  rating: number
  rd: number
  vol: number
  endedAt: number
}

/** One night: for each game, the players and their places. */
export interface PlainNight {
  endedAt: number
  games: { userIds: readonly string[]; places: readonly number[] }[]
}

const g = (phi: number): number => 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI))
const expected = (mu: number, muJ: number, phiJ: number): number => 1 / (1 + Math.exp(-g(phiJ) * (mu - muJ)))

/** Step 5 of the paper: the new volatility, by bisection instead of the Illinois algorithm. */
function newVolatility(phi: number, sigma: number, v: number, delta: number): number {
  const a = Math.log(sigma * sigma)
  const f = (x: number): number => {
    const e = Math.exp(x)
    return (e * (delta * delta - phi * phi - v - e)) / (2 * (phi * phi + v + e) ** 2) - (x - a) / (TAU * TAU)
  }
  // f falls from positive to negative.
  let [low, high] = [a - 20, a + 20]
  while (high - low > TOLERANCE) {
    const middle = (low + high) / 2
    if (f(middle) > 0) low = middle
    else high = middle
  }
  return Math.exp((low + high) / 4)
}

/** Rates a season of nights in the order of their ends. @returns each player after the last night */
export function ratePlainly(nights: readonly PlainNight[]): Map<string, PlainPlayer> {
  const players = new Map<string, PlainPlayer>()
  for (const night of nights) {
    const results = new Map<string, { other: string; score: number }[]>()
    for (const { userIds, places } of night.games)
      for (const [i, userId] of userIds.entries())
        for (const [j, other] of userIds.entries()) {
          if (i === j) continue
          const score = places[i]! < places[j]! ? 1 : places[i]! > places[j]! ? 0 : 0.5
          results.set(userId, [...(results.get(userId) ?? []), { other, score }])
        }
    const before = (userId: string): PlainPlayer => {
      const known = players.get(userId)
      if (known === undefined) return { rating: 1500, rd: 350, vol: 0.06, endedAt: night.endedAt }
      let { rd } = known
      for (let week = known.endedAt + 2 * WEEK; week <= night.endedAt && rd < 350; week += WEEK)
        rd = Math.min(350, Math.hypot(rd, known.vol * FACTOR))
      return { ...known, rd }
    }
    const after = [...results].map(([userId, games]): [string, PlainPlayer] => {
      const { rating, rd, vol } = before(userId)
      const [mu, phi] = [(rating - 1500) / FACTOR, rd / FACTOR]
      let [information, improvement] = [0, 0]
      for (const { other, score } of games) {
        const opponent = before(other)
        const [muJ, phiJ] = [(opponent.rating - 1500) / FACTOR, opponent.rd / FACTOR]
        const chance = expected(mu, muJ, phiJ)
        information += g(phiJ) ** 2 * chance * (1 - chance)
        improvement += g(phiJ) * (score - chance)
      }
      const v = 1 / information
      const sigma = newVolatility(phi, vol, v, v * improvement)
      const phiStar = Math.sqrt(phi * phi + sigma * sigma)
      const newPhi = 1 / Math.sqrt(1 / (phiStar * phiStar) + 1 / v)
      return [
        userId,
        { rating: (mu + newPhi * newPhi * improvement) * FACTOR + 1500, rd: newPhi * FACTOR, vol: sigma, endedAt: night.endedAt },
      ]
    })
    for (const [userId, player] of after) players.set(userId, player)
  }
  return players
}
