import type { EventGroupDoc, EventRoundDoc } from '#events/contract/documents.ts'
import { eventsRounds } from '#events/contract/rounds.ts'
import { useDocuments } from '#platform/live/hooks.ts'
import { useEventSubscription } from '../device/device-key.ts'
import { gamesOfGroup, type PlayedGroup } from './games-of-group.ts'

/** A round. `groups`: the games of its groups. */
export type PlayedRound = EventRoundDoc & { _id: string; groups: PlayedGroup[] }

/**
 * Returns the rounds of an event, latest first. The latest round has its groups; earlier rounds have those groups that are loaded.
 * @param eventId null: nothing is loaded
 * @param all also loads the groups of every round
 */
export function useRounds(eventId: string | null, all = false): { live: ReturnType<typeof useEventSubscription>; rounds: PlayedRound[] } {
  const latest = useEventSubscription(eventsRounds, eventId === null ? null : { eventId, round: 'latest' })
  const allRounds = useEventSubscription(eventsRounds, all && eventId !== null ? { eventId } : null)
  const live = all && allRounds.state !== 'ready' ? allRounds : latest
  const groups = useDocuments<EventGroupDoc, PlayedGroup[]>(
    'eventGroups',
    documents =>
      documents
        .filter(each => each.eventId === eventId)
        .sort((a, b) => a.number - b.number)
        .flatMap(gamesOfGroup),
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
