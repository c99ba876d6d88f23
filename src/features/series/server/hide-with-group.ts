import { groupChanged } from '#groups/server/changes.ts'
import { removeAll } from '#platform/live/server/documents.ts'
import { updates } from '#platform/live/server/live-query.ts'

/** The key of a view that shows something of an event of this group. @param groupId null: the event belongs to none */
export const groupKey = (groupId: string | null): string => `group ${groupId}`

/** Removes the documents of these collections as soon as a group whose events they tell of is not public any more; the next load has the rest. */
export const hideWithGroup = (...collections: readonly string[]) =>
  updates(
    groupChanged,
    ({ groupId, visibility }) => (visibility === 'public' ? [] : [groupKey(groupId)]),
    (_source, documents) => removeAll(documents, ...collections),
    { revokes: true },
  )
