import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { concernsLists } from './change-routing.ts'
import { type ChangedEvent, eventChanged } from './changes.ts'
import { type EventRow, eventById } from './store.ts'

function withoutNames({ directorName: _name, directorUsername: _username, staff, ...event }: EventRow): ChangedEvent {
  return { ...event, staff: staff.map(({ userId, role }) => ({ userId, role })) }
}

const isListed = (change: NewChange): boolean => change.kind === eventChanged.kind && concernsLists(eventChanged.bodyOf(change))

/**
 * Appends changes of one event, as the last step of a transaction that holds the event's row exclusively. The last one that concerns lists of
 * events gets the row, so that pages of these lists are edited without a read.
 */
export async function appendEventChanges(tx: Db, eventId: string, changes: readonly NewChange[]): Promise<ChangeLogEntry[]> {
  const row = changes.some(isListed) ? await eventById(tx, eventId) : null
  if (row === null) return appendChanges(tx, changes)
  const last = changes.findLastIndex(isListed)
  return appendChanges(
    tx,
    changes.map((change, i) =>
      isListed(change) ? eventChanged.of({ ...eventChanged.bodyOf(change), event: i === last ? withoutNames(row) : null }) : change,
    ),
  )
}
