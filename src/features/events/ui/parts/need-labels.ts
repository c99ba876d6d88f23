import * as m from '#messages'
import type { NeedOnMachine } from '../../contract/documents.ts'
import type { EventFormat } from '../../rules/format.ts'

/** How many attempts are left; null: as many as one likes. */
export function attemptsLeftLabel({ attemptsLeft }: Pick<NeedOnMachine, 'attemptsLeft'>): string | null {
  if (attemptsLeft === null) return null
  return attemptsLeft === 0 ? m.events_left_none() : m.events_left({ count: attemptsLeft, n: attemptsLeft })
}

/** What gains a rank on a machine; null: one may not try any more. @param number writes a score as its reader does */
export function requiredScoreLabel(
  format: EventFormat,
  { least, attemptsLeft }: NeedOnMachine,
  number: (value: number) => string,
): string | null {
  if (attemptsLeft === 0) return null
  if (least === null) return m.events_need_nothing()
  if (format.kind !== 'pin-golf') return m.events_need_score({ score: number(least) })
  return m.events_need_strokes({ count: least, n: least })
}
