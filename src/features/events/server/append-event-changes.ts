import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { attachEvent } from './attach-event.ts'

export const appendEventChanges = async (tx: Db, eventId: string, changes: readonly NewChange[]): Promise<ChangeLogEntry[]> =>
  appendChanges(tx, await attachEvent(tx, eventId, changes))
