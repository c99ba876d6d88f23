import * as m from '#messages'
import { WAITING, type WaitingScoreDoc } from '../../features/scores/contract.ts'
import type { Score } from '../../features/scores/ui/cards/use-scores.ts'
import { plainNumber } from '../../platform/ui/format/ssr-format.ts'

export interface WaitingScore {
  score: Score
  waiting: WaitingScoreDoc
}

/** The server's order: the most urgent reason first, then those that have waited longest. */
export const byUrgency = (a: WaitingScore, b: WaitingScore): number =>
  WAITING.indexOf(a.waiting.state) - WAITING.indexOf(b.waiting.state) || a.score.receipt - b.score.receipt

/** A sentence that says why a value is unusual for the machine; null if it is not. */
export function oddity(value: number, { record, typical }: Pick<WaitingScoreDoc, 'record' | 'typical'>): string | null {
  if (record !== null && value > record * 3) return m.scores_odd_high({ times: plainNumber(Math.round(value / record)) })
  if (typical !== null && value * 20 < typical.from) return m.scores_odd_low()
  return null
}

/** The index of the card that a key moves to; null if the key does not move the focus or there is no such card. */
export function moderationStep(key: string, at: number, count: number): number | null {
  const next = key === 'j' ? at + 1 : key === 'k' ? at - 1 : at
  return next === at || next < 0 || next >= count ? null : next
}
