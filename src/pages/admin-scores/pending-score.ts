import * as m from '#messages'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { MODERATION_REASONS, type PendingScoreDoc } from '#scores/contract/moderation.ts'
import type { Score } from '#scores/ui/cards/use-scores.ts'

export interface PendingScore {
  score: Score
  waiting: PendingScoreDoc
}

/** The server's order: the most urgent reason first, then the oddest scores under review, then those that have waited longest. */
export const byUrgency = (a: PendingScore, b: PendingScore): number =>
  MODERATION_REASONS.indexOf(a.waiting.state) - MODERATION_REASONS.indexOf(b.waiting.state) ||
  (b.waiting.oddness ?? 0) - (a.waiting.oddness ?? 0) ||
  a.score.receipt - b.score.receipt

/** A sentence that says why a value is unusual for the machine; null if it is not. */
export function unusualValueWarning(value: number, { record, typical }: Pick<PendingScoreDoc, 'record' | 'typical'>): string | null {
  if (record !== null && value > record * 3) return m.scores_odd_high({ times: plainNumber(Math.round(value / record)) })
  if (typical !== null && value * 20 < typical.from) return m.scores_odd_low()
  return null
}

/** The index of the card that a key moves to; null if the key does not move the focus or there is no such card. */
export function moderationStep(key: string, index: number, count: number): number | null {
  const next = key === 'j' ? index + 1 : key === 'k' ? index - 1 : index
  return next === index || next < 0 || next >= count ? null : next
}
