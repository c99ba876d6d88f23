import { isDeepStrictEqual } from 'node:util'
import { fieldError } from '#platform/live/contract.ts'
import { recordValues } from '#platform/live/record.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { isCountOrDrop, mustNotDropBeside, SERIES_FIELDS, seriesEdit } from '#series/contract/series-fields.ts'
import { createSeriesChange } from '../changes.ts'
import { insertSeriesLog } from '../log-store.ts'
import { changeSeriesAsManager, type SeriesServices } from '../series-services.ts'
import { listNightIds, SERIES_COLUMNS, updateSeries } from '../store.ts'

export const editSeries = handle(seriesEdit, (call, services: SeriesServices) =>
  changeSeriesAsManager(call, services, async (tx, series, userId) => {
    const { seriesId, ...given } = call.input
    const before = SERIES_COLUMNS.read(series)
    const fields = recordValues(SERIES_FIELDS, given, before)
    if (!isCountOrDrop(fields)) throw fieldError('drop', mustNotDropBeside)
    if (isDeepStrictEqual(fields, before)) return []
    if (fields.name !== before.name) await services.accounts.blockedNames.check(tx, { texts: [{ path: 'name', name: fields.name }] })
    await updateSeries(tx, { ...series, ...SERIES_COLUMNS.toRow(fields) })
    await insertSeriesLog(tx, { seriesId, by: userId, action: 'edited' })
    return [createSeriesChange(series, 'edited', await listNightIds(tx, seriesId))]
  }),
)
