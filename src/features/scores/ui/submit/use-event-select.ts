import { useEffect, useState } from 'react'
import { useDocument, useDocuments, useMethod, useSubscription } from '../../../../platform/live/hooks.ts'
import { useAccount } from '../../../accounts/ui/use-account.ts'
import { eventsNeeds } from '../../../events/contract/attempts.ts'
import type { EventDoc, EventMachineDoc, NeedOnMachine } from '../../../events/contract/documents.ts'
import { eventsList, eventsOne } from '../../../events/contract/publications.ts'
import { useLiveEvents } from '../../../events/ui/LiveEvents.tsx'
import { SUBMIT_LIVE } from '../query-params.ts'
import type { EventOfScore } from '../queue/queued-score.ts'
import { type ChoiceFacts, type EventChoice, needIn, offersOn, selectEvent } from './select-event.ts'

type Needs = ChoiceFacts['needs']
const NONE: Needs = new Map()

export interface ChosenEvent extends EventChoice {
  /** the bound event's machines that take scores */
  machines: readonly { machineId: string; name: string }[]
  /** the player's need on the machine in this event */
  needIn: (eventId: string) => NeedOnMachine | undefined
}

/**
 * The event that a score goes to: that of the address or of the queued score being edited, or a live one in which the machine is played.
 */
export function useEventChoice({
  addressed,
  kept,
  machineId,
  typed,
}: {
  addressed: string | null
  kept: EventOfScore | null
  machineId: string | null
  typed: string | null | undefined
}): ChosenEvent {
  const boundId = typed === null ? null : (kept?.eventId ?? addressed)
  const one = useSubscription(eventsOne, boundId === null ? null : { eventId: boundId })
  const bound = useDocument<EventDoc>('events', boundId) ?? null
  const machines = useDocuments<EventMachineDoc, EventMachineDoc[]>(
    'eventMachines',
    documents => documents.filter(each => each.eventId === boundId && each.active).sort((a, b) => a.order - b.order),
    [boundId],
  )
  useSubscription(eventsList, SUBMIT_LIVE)
  const live = useLiveEvents(SUBMIT_LIVE.limit)
  const needs = useOwnNeeds(boundId === null ? offersOn(live, machineId).map(each => each._id) : [boundId])
  const choice = selectEvent({ addressed, kept, bound, isMissing: one.state === 'failed', live, machineId, typed, needs })
  return { ...choice, machines, needIn: eventId => needIn(needs, eventId, machineId) }
}

/** The player's needs in those of these events in which the player takes part. */
function useOwnNeeds(eventIds: readonly string[]): Needs {
  const { userId } = useAccount()
  const call = useMethod(eventsNeeds)
  const [needs, setNeeds] = useState<Needs>(NONE)
  const key = eventIds.join(' ')
  useEffect(() => {
    if (userId === null || key === '') return setNeeds(NONE)
    let wanted = true
    const ask = async (eventId: string): Promise<[string, NeedOnMachine[]][]> => {
      try {
        return [[eventId, await call({ eventId })]]
      } catch {
        return []
      }
    }
    void Promise.all(key.split(' ').map(ask)).then(found => wanted && setNeeds(new Map(found.flat())))
    return () => {
      wanted = false
    }
  }, [call, key, userId])
  return needs
}
