import { handle } from '#platform/live/server/call-handler.ts'
import { seriesUndoNights } from '#series/contract/calls.ts'
import { noSeriesEntry } from '#series/contract/errors.ts'
import { findNightsChange } from '../log-store.ts'
import { changeNights } from '../nights.ts'
import { changeSeriesAsManager, type SeriesServices } from '../series-services.ts'

/** Only the last change is still as it has left the nights. Undoing it again changes nothing. */
export const undoNights = handle(seriesUndoNights, (call, services: SeriesServices) =>
  changeSeriesAsManager(call, services, async (tx, series, by) => {
    const change = await findNightsChange(tx, series.id, call.input.entryId)
    if (change === null) throw noSeriesEntry()
    return changeNights(tx, series, { eventIds: change.before, was: change.after, by, action: 'undone' })
  }),
)
