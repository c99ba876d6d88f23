import type { EventLogDoc } from '#events/contract/documents.ts'
import { eventsLog } from '#events/contract/publications.ts'
import { gameKey } from '#events/ui/rounds/games-of-group.ts'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'

/** Returns the voids of games that are in effect, by `gameKey`; of several the last. */
export function useVoidedGames(eventId: string): ReadonlyMap<string, string> {
  useSubscription(eventsLog, { eventId })
  return useDocuments<EventLogDoc, ReadonlyMap<string, string>>(
    'eventLog',
    documents =>
      new Map(
        documents
          .filter(each => each.eventId === eventId && each.action === 'voided' && !each.undone)
          .sort((a, b) => a.at.getTime() - b.at.getTime())
          .flatMap(({ groupId, game, voidId }) =>
            groupId === undefined || voidId === undefined ? [] : [[gameKey(groupId, game), voidId] as const],
          ),
      ),
    [eventId],
  )
}
