import type { Attempt, VoidWindow } from './attempt.ts'
import { countingAttempts } from './attempts.ts'
import { gamesLeftOnCards } from './cards.ts'
import type { ScoreRules } from './format-rules.ts'

/**
 * Returns how many more attempts an entrant has on a machine; null: no limit.
 * @param attempts those of this entrant on this machine; where there are cards, all of this entrant
 */
export function attemptsLeft(
  { attemptLimit, cards }: Pick<ScoreRules, 'attemptLimit' | 'cards'>,
  attempts: readonly Attempt[],
  windows: readonly VoidWindow[],
  machineId: string,
): number | null {
  if (cards !== undefined) return gamesLeftOnCards(cards, attempts, windows, machineId)
  return attemptLimit === null ? null : attemptLimit - countingAttempts({ attemptLimit }, attempts, windows).length
}
