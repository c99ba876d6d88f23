import * as m from '#messages'
import { plainNumber } from '../../../../platform/ui/ssr-format.ts'
import { WAITING, type WaitingScoreDoc } from '../../contract.ts'
import type { Score } from '../use-scores.ts'

export interface WaitingScore {
  score: Score
  waiting: WaitingScoreDoc
}

/** As the server orders them: the most urgent first, among those the ones that wait longest. */
export const byUrgency = (a: WaitingScore, b: WaitingScore): number =>
  WAITING.indexOf(a.waiting.state) - WAITING.indexOf(b.waiting.state) || a.score.receipt - b.score.receipt

/** What is odd about a value beside what the machine gives; null: nothing. */
export function oddity(value: number, { record, typical }: Pick<WaitingScoreDoc, 'record' | 'typical'>): string | null {
  if (record !== null && value > record * 3) return m.scores_odd_high({ times: plainNumber(Math.round(value / record)) })
  if (typical !== null && value * 20 < typical.from) return m.scores_odd_low()
  return null
}

/** The card to go to by a key. @returns its index; null: the key means nothing here, or there is none */
export function moderationStep(key: string, at: number, count: number): number | null {
  const next = key === 'j' ? at + 1 : key === 'k' ? at - 1 : at
  return next === at || next < 0 || next >= count ? null : next
}
