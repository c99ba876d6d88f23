import { useDocuments, useLive } from '../../../../platform/live/hooks.ts'
import type { EventGroupDoc, EventRoundDoc } from '../../contract/documents.ts'
import { eventsRounds } from '../../contract/rounds.ts'

export type PlayedGroup = EventGroupDoc & { _id: string }
export type PlayedRound = EventRoundDoc & { _id: string; groups: PlayedGroup[] }

/** The rounds of an event with their groups, the latest first. */
export function useRounds(eventId: string): { live: ReturnType<typeof useLive>; rounds: PlayedRound[] } {
  const live = useLive(eventsRounds, { eventId })
  const groups = useDocuments<EventGroupDoc, PlayedGroup[]>(
    'eventGroups',
    documents => documents.filter(each => each.eventId === eventId).sort((a, b) => a.number - b.number),
    [eventId],
  )
  const rounds = useDocuments<EventRoundDoc, PlayedRound[]>(
    'eventRounds',
    documents =>
      documents
        .filter(each => each.eventId === eventId)
        .sort((a, b) => b.number - a.number)
        .map(round => ({ ...round, groups: groups.filter(each => each.round === round.number) })),
    [eventId, groups],
  )
  return { live, rounds }
}
