import { isDeepStrictEqual } from 'node:util'
import { handle } from '#platform/live/server/call-handler.ts'
import { seriesUndoNights } from '#series/contract/calls.ts'
import { nightsChanged, noSeriesEntry } from '#series/contract/errors.ts'
import { findNightsChange } from '../log-store.ts'
import { changeNights } from '../nights.ts'
import { changeSeriesAsManager, type SeriesServices } from '../series-services.ts'
import { listNightIds } from '../store.ts'

/** Only the last change is still as it has left the nights. Undoing it again changes nothing. */
export const undoNights = handle(seriesUndoNights, (call, services: SeriesServices) =>
  changeSeriesAsManager(call, services, async (tx, series, by) => {
    const change = await findNightsChange(tx, series.id, call.input.entryId)
    if (change === null) throw noSeriesEntry()
    const before = await listNightIds(tx, series.id)
    if (![change.before, change.after].some(nights => isDeepStrictEqual(nights, before))) throw nightsChanged()
    return changeNights(tx, series, { eventIds: change.before, before, by, action: 'undone' })
  }),
)
