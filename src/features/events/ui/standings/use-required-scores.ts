import { useEffect, useRef, useState } from 'react'
import { eventsNeeds } from '#events/contract/attempts.ts'
import type { NeedOnMachine } from '#events/contract/documents.ts'
import { useMethod } from '#platform/live/hooks.ts'
import type { LabelledStanding } from '../labels/standing-labels.ts'

/** least time between two calls, in ms */
const MIN_INTERVAL_MS = 2000

/**
 * Returns what the user needs on each machine of an event to gain a rank, by machine. It is requested again when the standings change, but
 * not while the page is hidden.
 * @param eventId null: the user is not in the event, or the event is not live
 * @param rows the loaded standings
 */
export function useRequiredScores(eventId: string | null, rows: readonly LabelledStanding[]): ReadonlyMap<string, NeedOnMachine> | null {
  const call = useMethod(eventsNeeds)
  const [requiredScores, setRequiredScores] = useState<ReadonlyMap<string, NeedOnMachine> | null>(null)
  const requestSoon = useRef<() => void>(() => undefined)
  useEffect(() => {
    if (eventId === null) return setRequiredScores(null)
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | null = null
    let requestedAt = Number.NEGATIVE_INFINITY
    let skippedWhileHidden = false
    const request = (): void => {
      timer = null
      skippedWhileHidden = document.hidden
      if (skippedWhileHidden) return
      requestedAt = Date.now()
      call({ eventId }).then(
        all => isCurrent && setRequiredScores(new Map(all.map(each => [each.machineId, each]))),
        () => isCurrent && setRequiredScores(null),
      )
    }
    requestSoon.current = () => {
      timer ??= setTimeout(request, Math.max(0, requestedAt + MIN_INTERVAL_MS - Date.now()))
    }
    const onVisibilityChange = (): void => {
      if (skippedWhileHidden && !document.hidden) requestSoon.current()
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    requestSoon.current()
    return () => {
      isCurrent = false
      if (timer !== null) clearTimeout(timer)
      requestSoon.current = () => undefined
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [call, eventId])
  useEffect(() => {
    if (rows.length > 0) requestSoon.current()
  }, [rows])
  return requiredScores
}
