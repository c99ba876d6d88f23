import { useEffect, useRef, useState } from 'react'
import { useMethod } from '../../../../platform/live/hooks.ts'
import { eventsNeeds } from '../../contract/attempts.ts'
import type { NeedOnMachine } from '../../contract/documents.ts'
import type { LabelledStanding } from '../labels/standing-labels.ts'

/** least time between two calls, in ms */
const PAUSE = 2000

/**
 * Returns what the user needs on each machine of an event to gain a rank, by machine. It is requested again when the standings change, but
 * not while the page is hidden.
 * @param eventId null: the user is not in the event, or the event is not live
 * @param rows the loaded standings
 */
export function useNeeds(eventId: string | null, rows: readonly LabelledStanding[]): ReadonlyMap<string, NeedOnMachine> | null {
  const call = useMethod(eventsNeeds)
  const [needs, setNeeds] = useState<ReadonlyMap<string, NeedOnMachine> | null>(null)
  const askSoon = useRef<() => void>(() => undefined)
  useEffect(() => {
    if (eventId === null) return setNeeds(null)
    let wanted = true
    let timer: ReturnType<typeof setTimeout> | null = null
    let asked = Number.NEGATIVE_INFINITY
    let missed = false
    const ask = (): void => {
      timer = null
      missed = document.hidden
      if (missed) return
      asked = Date.now()
      call({ eventId }).then(
        all => wanted && setNeeds(new Map(all.map(each => [each.machineId, each]))),
        () => wanted && setNeeds(null),
      )
    }
    askSoon.current = () => {
      timer ??= setTimeout(ask, Math.max(0, asked + PAUSE - Date.now()))
    }
    const look = (): void => {
      if (missed && !document.hidden) askSoon.current()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      wanted = false
      if (timer !== null) clearTimeout(timer)
      askSoon.current = () => undefined
      document.removeEventListener('visibilitychange', look)
    }
  }, [call, eventId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other standings make other needs
  useEffect(() => askSoon.current(), [eventId, rows])
  return needs
}
