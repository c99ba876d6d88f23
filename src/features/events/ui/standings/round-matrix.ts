import type { StandingsDoc, StandingsGame } from '#events/contract/documents.ts'

/** What an entrant did in one round. Points have at most 3 decimals. */
export interface MatrixCell {
  /** 1 for the first */
  round: number
  /** the entrant's games of the round, in their order; a bye has no machine */
  games: StandingsGame[]
  points: number
  strikes: number
  isBye: boolean
}

/** Returns the number of the last round of which a row has a game; 0: none has. */
export const lastRound = (rows: readonly Pick<StandingsDoc, 'games'>[]): number =>
  Math.max(0, ...rows.flatMap(({ games = [] }) => games.map(({ round }) => round)))

/** Returns a row's cell for each round, the first round first; null: the entrant did not play in it, or has no result yet. */
export function toCells({ games = [] }: Pick<StandingsDoc, 'games'>, rounds: number): (MatrixCell | null)[] {
  return Array.from({ length: rounds }, (_, i) => {
    const own = games.filter(({ round }) => round === i + 1)
    if (own.length === 0) return null
    // Sums of decimals are rounded, so that 0.1 and 0.2 are 0.3.
    const sum = (figures: readonly number[]): number => Math.round(figures.reduce((total, each) => total + each, 0) * 1000) / 1000
    return {
      round: i + 1,
      games: own,
      points: sum(own.map(({ points }) => points)),
      strikes: sum(own.map(({ strikes = 0 }) => strikes)),
      isBye: own.every(({ machineId }) => machineId === null),
    }
  })
}
