import * as v from 'valibot'
import { DdpError } from '#ddp/wire/error.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { attachment } from '#platform/http/attachment.ts'
import { text } from '#platform/live/schemas.ts'
import { MAX_SLUG } from '#platform/text/max-slug.ts'
import { noSeries } from '#series/contract/errors.ts'
import type { SeriesAccess } from '../access.ts'
import type { SeriesCache } from '../standings/series-cache.ts'
import { seriesBySlug } from '../store.ts'
import { seriesCsv } from './series-csv.ts'

const CACHE_CONTROL = 'public, max-age=15'
const ENDING = '.csv'

/** Serves `GET /series/:slug.csv`, only for seasons that everybody may see: plain HTTP requests have no login. */
export function serveSeriesFiles({ http, database, renderQueue }: FeatureContext, access: SeriesAccess, cache: SeriesCache): void {
  http.get('/series/:file{.+\\.csv}', renderQueue, async context => {
    const slug = context.req.param('file').slice(0, -ENDING.length)
    try {
      if (!v.is(text(1, MAX_SLUG), slug)) throw noSeries()
      const { id } = await access.requireVisible(await seriesBySlug(database.db, slug), null)
      return context.body(seriesCsv(await cache.current(id)), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': attachment(`${slug}${ENDING}`),
        'cache-control': CACHE_CONTROL,
      })
    } catch (error) {
      if (!(error instanceof DdpError) || error.error !== 404) throw error
      return context.text(`${noSeries.reason}\n`, 404, { 'cache-control': 'no-store' })
    }
  })
}
