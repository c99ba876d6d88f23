import type { Attempt, VoidWindow } from './attempt.ts'
import type { ScoreRules } from './format-rules.ts'

export const voidWindowCovers = (window: VoidWindow, { machineId, at }: { machineId: string; at: number }): boolean =>
  window.machineId === machineId && window.from <= at && at < window.to

export const isValid = (attempt: Attempt, windows: readonly VoidWindow[]): boolean =>
  !attempt.rejected &&
  !attempt.voided &&
  !attempt.pending &&
  (windows.length === 0 || !windows.some(window => voidWindowCovers(window, attempt)))

/** Orders attempts as they were played. */
export const byPlay = (a: Attempt, b: Attempt): number => a.at - b.at || (a.id < b.id ? -1 : 1)

/**
 * Returns those attempts that count. If the format limits attempts, only the first valid ones of each entrant on each machine count, ordered
 * by when they were played, then by id. An attempt beyond the limit stays recorded: it counts while an earlier one is void, and stops
 * counting when that void is undone.
 */
export function countingAttempts(
  { attemptLimit: limit }: Pick<ScoreRules, 'attemptLimit'>,
  attempts: readonly Attempt[],
  windows: readonly VoidWindow[],
): Attempt[] {
  const valid = attempts.filter(attempt => isValid(attempt, windows))
  if (limit === null) return valid
  const countsByEntrant = new Map<string, Map<string, number>>()
  return valid.sort(byPlay).filter(({ entrantId, machineId }) => {
    const counts = countsByEntrant.get(entrantId) ?? new Map<string, number>()
    countsByEntrant.set(entrantId, counts)
    const count = (counts.get(machineId) ?? 0) + 1
    counts.set(machineId, count)
    return count <= limit
  })
}

export interface BestAttempt {
  readonly attempt: Attempt
  readonly sortValue: number
}

/**
 * Returns the better of two attempts of one entrant on one machine; `best` null: there was none yet. Ties go to the higher value, then to the
 * earlier attempt.
 */
export function betterAttempt(rules: ScoreRules, best: BestAttempt | null, attempt: Attempt): BestAttempt | null {
  const sortValue = rules.sortValue(attempt)
  if (sortValue === null) return best
  const isBetter =
    best === null ||
    sortValue > best.sortValue ||
    (sortValue === best.sortValue && ((best.attempt.value ?? 0) - (attempt.value ?? 0) || byPlay(attempt, best.attempt)) < 0)
  return isBetter ? { attempt, sortValue } : best
}
