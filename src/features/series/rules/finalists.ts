/** Who plays the finals of a season: the best so many, or all who have played so many nights. The rule that does not apply is null. */
export interface FinalsRule {
  best: number | null
  minNights: number | null
}

/** Returns the rows of the finalists, the best first. All who share the last rank among the best are finalists. */
export const finalistRows = <Row extends { rank: number; nightsPlayed: number }>(
  rows: readonly Row[],
  { best, minNights }: FinalsRule,
): Row[] => rows.filter(({ rank, nightsPlayed }) => (best === null ? nightsPlayed >= (minNights ?? 1) : rank <= best))
