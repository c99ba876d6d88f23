import { useCallback, useEffect, useState } from 'react'
import type { PlayedRound } from '../rounds/use-rounds.ts'

/**
 * Returns the round that is called out: one that was drawn while the screen showed the event, until `end` is called. A round that is taken back
 * is called no more, and neither is the one before it.
 * @param latest the latest round @param isKnown true: it is what the server says, and not what the page was opened with
 */
export function useCalledRound(latest: PlayedRound | undefined, isKnown: boolean): { called: PlayedRound | null; end: () => void } {
  const drawnAt = latest?.drawnAt.getTime() ?? 0
  /** when the latest of the rounds was drawn that need not be called, in ms; null: not known yet */
  const [calledUntil, setCalledUntil] = useState<number | null>(null)
  useEffect(() => {
    if (isKnown) setCalledUntil(before => before ?? drawnAt)
  }, [isKnown, drawnAt])
  const end = useCallback(() => setCalledUntil(before => Math.max(before ?? 0, drawnAt)), [drawnAt])
  const isNew = calledUntil !== null && drawnAt > calledUntil
  return { called: isNew && latest !== undefined && latest.groups.length > 0 ? latest : null, end }
}
