import { eventDirectorsOnly } from '#events/contract/errors.ts'
import { recordValues } from '#platform/live/record.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintRecord } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { seriesIdUsed } from '#series/contract/errors.ts'
import { SERIES_FIELDS, seriesAdd } from '#series/contract/series-fields.ts'
import { createSeriesChange } from '../changes.ts'
import { insertSeriesLog } from '../log-store.ts'
import type { SeriesServices } from '../series-services.ts'
import { findRepeated, insertSeries, SERIES_COLUMNS } from '../store.ts'

/** Seasons that one user may create in 24 hours, including those removed since. */
export const SERIES_A_DAY = 20

export const addSeries = handle(seriesAdd, async (call, { access, accounts, groups, dayLimit }: SeriesServices) => {
  const userId = signedIn(call)
  const { _id: id, groupId = null, ...given } = call.input
  const fields = recordValues(SERIES_FIELDS, given)
  const group = groupId === null ? null : await groups.assertVisible(groupId, userId)
  if (!(await access.mayRun(groupId, userId))) throw eventDirectorsOnly()
  const fingerprint = fingerprintRecord(SERIES_FIELDS, fields, groupId)
  let slug: string | null = null
  await call.commit(async tx => {
    await accounts.lock(tx, userId)
    const row = { ...SERIES_COLUMNS.toRow(fields), id, groupId, madeBy: userId, fingerprint }
    slug = await insertSeries(tx, row, group?.visibility === 'private')
    if (slug === null) {
      slug = await findRepeated(tx, id, userId, fingerprint)
      if (slug === null) throw seriesIdUsed()
      return []
    }
    await dayLimit.check(tx, userId, SERIES_A_DAY)
    await accounts.blockedNames.check(tx, { texts: [{ path: 'name', name: fields.name }] })
    await insertSeriesLog(tx, { seriesId: id, by: userId, action: 'added' })
    return [createSeriesChange({ id, slug, groupId }, 'added')]
  })
  return { seriesId: id, slug: slug! }
})
