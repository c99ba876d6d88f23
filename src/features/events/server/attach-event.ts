import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { concernsLists } from './change-routing.ts'
import { type ChangedEvent, eventChanged } from './changes.ts'
import { type EventRow, eventById } from './store.ts'

function withoutNames({ directorName: _name, directorUsername: _username, staff, ...event }: EventRow): ChangedEvent {
  return { ...event, staff: staff.map(({ userId, role }) => ({ userId, role })) }
}

const isListed = (change: NewChange): boolean => change.kind === eventChanged.kind && concernsLists(eventChanged.bodyOf(change))

/**
 * Gives the event's row to the last of its changes that concerns lists of events, so that pages of these lists are edited without a read. The
 * transaction holds the row exclusively, and this is its last step before the changes are appended to the change log.
 */
export async function attachEvent(tx: Db, eventId: string, changes: readonly NewChange[]): Promise<NewChange[]> {
  const row = changes.some(isListed) ? await eventById(tx, eventId) : null
  if (row === null) return [...changes]
  const last = changes.findLastIndex(isListed)
  return changes.map((change, i) =>
    isListed(change) ? eventChanged.of({ ...eventChanged.bodyOf(change), event: i === last ? withoutNames(row) : null }) : change,
  )
}
