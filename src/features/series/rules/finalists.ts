/** Who plays the finals of a season: the best so many, or all who have played so many nights. The other one is null. */
export interface FinalsRule {
  best: number | null
  minNights: number | null
}

/** Returns the rows of the finalists, the best first. Who shares the last rank that is among the best is a finalist too. */
export const finalistRows = <Row extends { rank: number; nightsPlayed: number }>(
  rows: readonly Row[],
  { best, minNights }: FinalsRule,
): Row[] => rows.filter(({ rank, nightsPlayed }) => (best === null ? nightsPlayed >= (minNights ?? 1) : rank <= best))
