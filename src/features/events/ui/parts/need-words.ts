import type { NeedOnMachine } from '../../contract/documents.ts'
import type { EventFormat } from '../../rules/format.ts'

/** How many attempts are left; null: as many as one likes. */
export function leftWords({ attemptsLeft }: Pick<NeedOnMachine, 'attemptsLeft'>): string | null {
  if (attemptsLeft === null) return null
  return attemptsLeft === 0 ? 'No attempt left' : attemptsLeft === 1 ? '1 attempt left' : `${attemptsLeft} attempts left`
}

/** What gains a rank on a machine; null: one may not try any more. @param number writes a score as its reader does */
export function needWords(format: EventFormat, { least, attemptsLeft }: NeedOnMachine, number: (value: number) => string): string | null {
  if (attemptsLeft === 0) return null
  if (least === null) return 'No score here would gain you a rank now'
  if (format.kind !== 'pin-golf') return `${number(least)} gains you a rank`
  return least === 1 ? '1 stroke gains you a rank' : `${least} strokes or fewer gain you a rank`
}
