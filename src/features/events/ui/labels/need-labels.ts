import type { NeedOnMachine } from '#events/contract/documents.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'
import * as m from '#messages'

/** Returns how many attempts are left, or where there are cards what the next one is, as text; null: there is nothing to say. */
export function attemptsLeftLabel({ attemptsLeft, next }: Pick<NeedOnMachine, 'attemptsLeft' | 'next'>): string | null {
  if (next !== undefined) return next.game === 1 ? m.events_cards_begins({ card: next.card }) : m.events_cards_next({ ...next })
  if (attemptsLeft === null) return null
  return attemptsLeft === 0 ? m.events_left_none() : m.events_left({ count: attemptsLeft, n: attemptsLeft })
}

/**
 * Returns what gains a rank on a machine, as text; null: no attempt is left, or the standings are held back.
 * @param number formats a score for the user
 */
export function requiredScoreLabel(
  format: EventFormat,
  { least, attemptsLeft }: NeedOnMachine,
  number: (value: number) => string,
): string | null {
  if (attemptsLeft === 0 || least === undefined) return null
  if (least === null) return m.events_need_nothing()
  return formatLabels(format).required?.(least, number) ?? null
}
