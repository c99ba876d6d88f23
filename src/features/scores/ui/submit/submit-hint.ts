import type { NeedOnMachine } from '#events/contract/documents.ts'
import { attemptsLeftLabel, requiredScoreLabel } from '#events/ui/labels/need-labels.ts'
import type { ShownEvent } from '#events/ui/types.ts'

/**
 * A short text with the player's remaining attempts and required score in an
 * event; undefined if there is nothing to say or the player is not in it.
 */
export function submitHint(
  event: ShownEvent,
  requirement: NeedOnMachine | undefined,
  number: (value: number) => string,
): string | undefined {
  if (requirement === undefined) return undefined
  const parts = [attemptsLeftLabel(requirement), requiredScoreLabel(event.format, requirement, number)].filter(each => each !== null)
  return parts.length === 0 ? undefined : `${parts.join('. ')}.`
}
