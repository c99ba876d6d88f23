import { useDocuments, useSubscription } from '../../../../platform/live/hooks.ts'
import type { EventLogDoc } from '../../contract/documents.ts'
import { eventsLog } from '../../contract/publications.ts'

/** Returns the voids of games that are in effect, by the id of the group; of several the last. */
export function useVoidedGames(eventId: string): ReadonlyMap<string, string> {
  useSubscription(eventsLog, { eventId })
  return useDocuments<EventLogDoc, ReadonlyMap<string, string>>(
    'eventLog',
    documents =>
      new Map(
        documents
          .filter(each => each.eventId === eventId && each.action === 'voided' && !each.undone)
          .sort((a, b) => a.at.getTime() - b.at.getTime())
          .flatMap(({ groupId, voidId }) => (groupId === undefined || voidId === undefined ? [] : [[groupId, voidId] as const])),
      ),
    [eventId],
  )
}
