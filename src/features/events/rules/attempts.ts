import type { Attempt, VoidWindow } from './attempt.ts'
import type { ScoreRules } from './format-rules.ts'

export const voidWindowCovers = (window: VoidWindow, { machineId, at }: { machineId: string; at: number }): boolean =>
  window.machineId === machineId && window.from <= at && at < window.to

export const isValid = (attempt: Attempt, windows: readonly VoidWindow[]): boolean =>
  !attempt.rejected && !attempt.voided && !attempt.pending && !windows.some(window => voidWindowCovers(window, attempt))

const byPlay = (a: Attempt, b: Attempt): number => a.at - b.at || (a.id < b.id ? -1 : 1)

/**
 * Returns those attempts of one entrant on one machine that count. If the format limits attempts, only the first valid ones count, ordered
 * by when they were played, then by id. An attempt beyond the limit stays recorded: it counts while an earlier one is void, and stops
 * counting when that void is undone.
 */
export function countingAttempts(
  { attemptLimit: limit }: Pick<ScoreRules, 'attemptLimit'>,
  attempts: readonly Attempt[],
  windows: readonly VoidWindow[],
): Attempt[] {
  const valid = attempts.filter(attempt => isValid(attempt, windows))
  return limit === null || valid.length <= limit ? valid : valid.sort(byPlay).slice(0, limit)
}

/** Returns how many more attempts an entrant has on a machine; null: no limit. @param attempts those of this entrant on this machine */
export function attemptsLeft(
  rules: Pick<ScoreRules, 'attemptLimit'>,
  attempts: readonly Attempt[],
  windows: readonly VoidWindow[],
): number | null {
  return rules.attemptLimit === null ? null : rules.attemptLimit - countingAttempts(rules, attempts, windows).length
}

export interface BestAttempt {
  readonly attempt: Attempt
  readonly sortValue: number
}

function precedes(a: BestAttempt, b: BestAttempt): boolean {
  if (a.sortValue !== b.sortValue) return a.sortValue > b.sortValue
  if (a.attempt.value !== b.attempt.value) return a.attempt.value > b.attempt.value
  return byPlay(a.attempt, b.attempt) < 0
}

/**
 * Returns the best of one entrant's attempts on one machine; null if none counts. Ties go to the higher value, then to the earlier attempt.
 */
export function bestAttempt(rules: ScoreRules, attempts: readonly Attempt[], windows: readonly VoidWindow[]): BestAttempt | null {
  let best: BestAttempt | null = null
  for (const attempt of countingAttempts(rules, attempts, windows)) {
    const sortValue = rules.sortValue(attempt)
    if (sortValue === null) continue
    if (best === null || precedes({ attempt, sortValue }, best)) best = { attempt, sortValue }
  }
  return best
}
