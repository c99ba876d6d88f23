import { handle } from '#platform/live/server/call-handler.ts'
import { seriesRemove } from '#series/contract/calls.ts'
import { createSeriesChange } from '../changes.ts'
import { changeSeriesAsManager, type SeriesServices } from '../series-services.ts'
import { listNightIds, removeSeries } from '../store.ts'

export const removeSeriesForAll = handle(seriesRemove, (call, services: SeriesServices) =>
  changeSeriesAsManager(call, services, async (tx, series) => {
    const nights = await listNightIds(tx, series.id)
    await removeSeries(tx, series.id)
    return [createSeriesChange(series, 'removed', nights)]
  }),
)
