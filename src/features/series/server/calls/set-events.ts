import { handle } from '#platform/live/server/call-handler.ts'
import { seriesSetEvents } from '#series/contract.ts'
import { changeNights } from '../nights.ts'
import { changeAsManager, type SeriesServices } from '../series-services.ts'

export const setSeriesEvents = handle(seriesSetEvents, (call, services: SeriesServices) =>
  changeAsManager(call, services, (tx, series, by) => {
    const { eventIds, was } = call.input
    return changeNights(tx, series, { eventIds, was, by, action: 'nights' })
  }),
)
