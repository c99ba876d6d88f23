import type { NewChange } from '#platform/db/change-log/write.ts'
import { createEventChange } from './changes.ts'
import type { EventRow } from './store.ts'

/** Returns changes for those who see the other stages of an event, which name this one. */
export const stageChanges = ({ id, stages }: Pick<EventRow, 'id' | 'stages'>): NewChange[] =>
  stages.flatMap(({ eventId }) => (eventId === id ? [] : [createEventChange(eventId)]))
