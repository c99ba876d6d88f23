export type Outcome = {
  /** Place on the machine's board for all time; unknown while the score waits to be sent. */
  rank?: number | undefined
  /** How many stand on that board. */
  players?: number | undefined
  personalBest?: boolean
  /** The player's best before this one. */
  previousBest?: number | undefined
  /** Written down here, to be sent when the connection is back. */
  waiting?: boolean
  /** What keeps it here, when that is not the missing signal. */
  why?: string | undefined
}

/** What to say about a score that was just entered. */
export function resultWords(outcome: Outcome, value: number, number: (value: number) => string): { title: string; text: string } {
  const { rank, personalBest, previousBest, waiting, why } = outcome
  if (waiting)
    return {
      title: 'Kept for you',
      text: why ?? 'No signal here. The score is safe on this device and goes up by itself once you are back online.',
    }
  const gain = previousBest !== undefined && value > previousBest ? `${number(value - previousBest)} more than your best so far.` : ''
  if (rank === 1) return { title: 'Grand champion!', text: gain || 'Nobody has ever scored higher here.' }
  if (personalBest && previousBest === undefined)
    return { title: 'On the board!', text: 'Your first score on this machine. Now there is something to beat.' }
  if (personalBest) return { title: rank !== undefined && rank <= 3 ? 'On the podium!' : 'Better than ever!', text: gain }
  if (previousBest !== undefined && previousBest > value)
    return { title: 'Score added', text: `${number(previousBest - value)} short of your best. Next ball.` }
  return { title: 'Score added', text: 'It is on the board now.' }
}
