import { useEffect, useState } from 'react'
import { useUserId } from '#accounts/ui/session/use-account.ts'
import { eventsNeeds } from '#events/contract/attempts.ts'
import type { EventDoc, EventMachineDoc, NeedOnMachine } from '#events/contract/documents.ts'
import { eventsList, eventsOne } from '#events/contract/publications.ts'
import { useLiveEvents } from '#events/ui/LiveEvents.tsx'
import type { ShownEvent } from '#events/ui/types.ts'
import { useDocument, useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { SUBMIT_LIVE } from '../query-params.ts'
import type { QueuedEventInfo } from '../queue/queued-score.ts'
import { type EventChoice, type EventChoiceInput, type EventMachine, eligibleEvents, findRequirement, selectEvent } from './select-event.ts'

type Requirements = EventChoiceInput['requirements']
const NO_REQUIREMENTS: Requirements = new Map()

export interface ChosenEvent extends EventChoice {
  /** the bound event's machines that take scores */
  machines: readonly EventMachine[]
  /** the player's need on the machine in this event */
  findRequirement: (eventId: string) => NeedOnMachine | undefined
  /** false: the server has not said yet which events are live, or what the player needs there */
  isKnown: boolean
}

const takesAll = (): boolean => true

/**
 * The event that a score goes to: that of the address or of the queued score being edited, or a live one in which the machine is played.
 */
export function useEventSelect({
  eventIdInUrl,
  editedEvent,
  machineId,
  pickedEventId,
  lastAccepted,
  takes = takesAll,
}: {
  eventIdInUrl: string | null
  editedEvent: QueuedEventInfo | null
  machineId: string | null
  pickedEventId: string | null | undefined
  /** another text whenever a score of this device has been accepted, which changes what the player needs */
  lastAccepted: string
  /** false for a live event that is not offered; default: all are */
  takes?: (event: ShownEvent) => boolean
}): ChosenEvent {
  const boundId = pickedEventId === null ? null : (editedEvent?.eventId ?? eventIdInUrl)
  const subscription = useSubscription(eventsOne, boundId === null ? null : { eventId: boundId })
  const bound = useDocument<EventDoc>('events', boundId) ?? null
  const machines = useDocuments<EventMachineDoc, EventMachineDoc[]>(
    'eventMachines',
    documents => documents.filter(each => each.eventId === boundId && each.active).sort((a, b) => a.order - b.order),
    [boundId],
  )
  const list = useSubscription(eventsList, SUBMIT_LIVE)
  const live = useLiveEvents(SUBMIT_LIVE.limit).filter(takes)
  const eventIds = boundId === null ? eligibleEvents(live, machineId).map(each => each._id) : [boundId]
  const { requirements, isKnown } = useOwnRequirements(eventIds, lastAccepted)
  const choice = selectEvent({
    eventIdInUrl,
    editedEvent,
    bound,
    isMissing: subscription.state === 'failed',
    live,
    machineId,
    pickedEventId,
    requirements,
  })
  return {
    ...choice,
    machines,
    findRequirement: eventId => findRequirement(requirements, eventId, machineId),
    isKnown: isKnown && list.state !== 'pending',
  }
}

/** What the player needs, and what was asked to know it. */
interface Answered {
  key: string
  requirements: Requirements
}

const NOTHING_ASKED: Answered = { key: '', requirements: NO_REQUIREMENTS }

/**
 * The player's needs in those of these events in which the player takes part. They are requested again when `lastAccepted` changes.
 * @returns `isKnown`: false: the server has not answered yet, and these are the needs from before
 */
function useOwnRequirements(eventIds: readonly string[], lastAccepted: string): { requirements: Requirements; isKnown: boolean } {
  const userId = useUserId()
  const call = useMethod(eventsNeeds)
  const [answered, setAnswered] = useState(NOTHING_ASKED)
  // After each accepted score the same events are asked for again.
  const key = userId === null || eventIds.length === 0 ? '' : [userId, lastAccepted, ...eventIds].join(' ')
  useEffect(() => {
    if (key === '') return setAnswered(NOTHING_ASKED)
    const [, , ...asked] = key.split(' ')
    let isCurrent = true
    const fetchRequirements = async (eventId: string): Promise<[string, NeedOnMachine[]][]> => {
      try {
        return [[eventId, await call({ eventId })]]
      } catch {
        return []
      }
    }
    void Promise.all(asked.map(fetchRequirements)).then(found => isCurrent && setAnswered({ key, requirements: new Map(found.flat()) }))
    return () => {
      isCurrent = false
    }
  }, [call, key])
  return { requirements: answered.requirements, isKnown: answered.key === key }
}
