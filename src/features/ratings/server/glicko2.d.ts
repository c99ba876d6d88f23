/** The part of the package that is used; it comes without types. */
declare module 'glicko2' {
  interface Player {
    getRating(): number
    getRd(): number
    getVol(): number
  }
  /** the first player, the second, and 1 if the first was better, 0 if the second was, 0.5 if neither */
  type Match = [Player, Player, number]

  class Glicko2 {
    constructor(settings: { rating: number; rd: number; vol: number; tau: number })
    makePlayer(rating: number, rd: number, vol: number): Player
    makeRace(ranks: Player[][]): { getMatches(): Match[] }
    updateRatings(matches: Match[]): void
  }

  const glicko2: { Glicko2: typeof Glicko2 }
  export default glicko2
}
