import { isDeepStrictEqual } from 'node:util'
import { handle } from '#platform/live/server/call-handler.ts'
import { seriesSetEvents } from '#series/contract/calls.ts'
import { nightsChanged } from '#series/contract/errors.ts'
import { keepHidden } from '#series/rules/keep-hidden.ts'
import { changeNights } from '../nights.ts'
import { changeSeriesAsManager, type SeriesServices } from '../series-services.ts'
import { listNightIds, listVisibleNightIds } from '../store.ts'

export const setSeriesEvents = handle(seriesSetEvents, (call, services: SeriesServices) =>
  changeSeriesAsManager(call, services, async (tx, series, by) => {
    const { seriesId, eventIds, was } = call.input
    const seen = await listVisibleNightIds(tx, seriesId)
    if (isDeepStrictEqual(seen, eventIds)) return []
    if (!isDeepStrictEqual(seen, was)) throw nightsChanged()
    const before = await listNightIds(tx, seriesId)
    return changeNights(tx, series, { eventIds: keepHidden(before, eventIds, new Set(seen)), before, by, action: 'nights' })
  }),
)
