import type { EventDoc } from '#events/contract/documents.ts'
import { useDocuments } from '#platform/live/hooks.ts'

/** Returns the names of the loaded events by id. */
export const useEventNames = (): ReadonlyMap<string, string> =>
  useDocuments<EventDoc, ReadonlyMap<string, string>>('events', documents => new Map(documents.map(each => [each._id, each.name])), [])
