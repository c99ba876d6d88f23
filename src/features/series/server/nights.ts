import { isDeepStrictEqual } from 'node:util'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { noNight } from '../contract/errors.ts'
import { createSeriesChange } from './changes.ts'
import { insertSeriesLog } from './log-store.ts'
import { countPossibleNights, type SeriesRow, setNights } from './store.ts'

interface NightsToSet {
  eventIds: readonly string[]
  /** all nights until now */
  before: readonly string[]
  by: string
  action: 'nights' | 'undone'
}

/**
 * Sets the nights of a season, whose row the caller has locked. Setting what they are already changes nothing.
 * @returns the changes for the change log @throws DdpError 404
 */
export async function changeNights(tx: Db, series: SeriesRow, { eventIds, before, by, action }: NightsToSet): Promise<NewChange[]> {
  if (isDeepStrictEqual(before, eventIds)) return []
  // What is a night already may stay, also while it is hidden.
  const fresh = eventIds.filter(id => !before.includes(id))
  if ((await countPossibleNights(tx, series.id, fresh)) !== fresh.length) throw noNight()
  await setNights(tx, series.id, eventIds)
  await insertSeriesLog(tx, { seriesId: series.id, by, action, subject: { before: [...before], after: [...eventIds] } })
  return [createSeriesChange(series, 'nights', [...new Set([...before, ...eventIds])])]
}
