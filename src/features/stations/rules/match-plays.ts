/** A play as far as it matters whose it is. `player`: 1 for who began; left out or null: not known */
interface NumberedPlay {
  score: number
  player?: number | null
}

/** A play, and whose it is. */
export interface MatchedPlay<Play> {
  entrantId: string
  play: Play
}

/**
 * Returns which play of a reported game is whose, where the order of play is the order on the group's card, as the server enters the result.
 * @param entrantIds in the order of the card
 * @returns the play of each, in the same order; null: there are more or fewer plays than players, or it is not known who has played which
 */
export function matchPlays<Play extends NumberedPlay>(plays: readonly Play[], entrantIds: readonly string[]): MatchedPlay<Play>[] | null {
  if (plays.length !== entrantIds.length) return null
  const numberOf = ({ player }: Play): number => player ?? (plays.length === 1 ? 1 : 0)
  const ordered = [...plays].sort((a, b) => numberOf(a) - numberOf(b))
  // With players 1 and 3, somebody between them has no score.
  if (ordered.some((play, i) => numberOf(play) !== i + 1)) return null
  return entrantIds.map((entrantId, i) => ({ entrantId, play: ordered[i]! }))
}
