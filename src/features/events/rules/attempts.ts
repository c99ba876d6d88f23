import type { ScoreFormat } from './format.ts'
import { countStrokes, findTarget } from './strokes.ts'

/** A score given in an event. In what order attempts arrived plays no part in any rule. */
export interface Attempt {
  id: string
  entrantId: string
  machineId: string
  value: number
  /** pin-golf: the ball on which the target was reached */
  strokes?: number
  /** ms: the earlier of when it was achieved and when it was received */
  at: number
  /** by a moderator or the director */
  rejected?: boolean
  /** by the director, until undone */
  voided?: boolean
  /** came after the finish; off the standings until the director accepts it */
  pending?: boolean
}

/** A machine's attempts do not count from `from` on until before `to` (ms). */
export interface VoidWindow {
  id: string
  machineId: string
  from: number
  to: number
}

export const covers = (window: VoidWindow, { machineId, at }: { machineId: string; at: number }): boolean =>
  window.machineId === machineId && window.from <= at && at < window.to

export const isValid = (attempt: Attempt, windows: readonly VoidWindow[]): boolean =>
  !attempt.rejected && !attempt.voided && !attempt.pending && !windows.some(window => covers(window, attempt))

const byPlay = (a: Attempt, b: Attempt): number => a.at - b.at || (a.id < b.id ? -1 : 1)

const limitOf = (format: ScoreFormat): number | null => (format.kind === 'best-game' ? (format.attemptsPerMachine ?? null) : null)

/**
 * Those of one entrant's attempts on one machine that count. Where attempts are bounded, the first valid ones by when they were played (then by
 * id). One beyond the bound stays recorded: it counts while an earlier one is void, and steps back when that is undone.
 */
export function countingAttempts(format: ScoreFormat, attempts: readonly Attempt[], windows: readonly VoidWindow[]): Attempt[] {
  const valid = attempts.filter(attempt => isValid(attempt, windows))
  const limit = limitOf(format)
  return limit === null || valid.length <= limit ? valid : valid.sort(byPlay).slice(0, limit)
}

/** How many more attempts an entrant has on a machine; null: no bound. @param attempts those of this entrant on this machine */
export function attemptsLeft(format: ScoreFormat, attempts: readonly Attempt[], windows: readonly VoidWindow[]): number | null {
  const limit = limitOf(format)
  return limit === null ? null : limit - countingAttempts(format, attempts, windows).length
}

/**
 * What ranks an attempt on its machine, more being better: its value; in pin-golf its strokes, negative.
 * null: the machine is no hole
 */
export function attemptMerit(format: ScoreFormat, attempt: Attempt): number | null {
  if (format.kind !== 'pin-golf') return attempt.value
  const target = findTarget(format, attempt.machineId)
  return target === null ? null : -countStrokes(format, target, attempt)
}

export interface BestAttempt {
  readonly attempt: Attempt
  readonly merit: number
}

function precedes(a: BestAttempt, b: BestAttempt): boolean {
  if (a.merit !== b.merit) return a.merit > b.merit
  if (a.attempt.value !== b.attempt.value) return a.attempt.value > b.attempt.value
  return byPlay(a.attempt, b.attempt) < 0
}

/** The best of one entrant's attempts on one machine; null when none counts. Of equals the higher value, then the earlier. */
export function bestAttempt(format: ScoreFormat, attempts: readonly Attempt[], windows: readonly VoidWindow[]): BestAttempt | null {
  let best: BestAttempt | null = null
  for (const attempt of countingAttempts(format, attempts, windows)) {
    const merit = attemptMerit(format, attempt)
    if (merit === null) continue
    if (best === null || precedes({ attempt, merit }, best)) best = { attempt, merit }
  }
  return best
}
