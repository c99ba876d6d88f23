import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { ID } from '#platform/text/parameters.ts'
import type { SeriesDoc } from '#series/contract/documents.ts'
import { seriesLog, seriesNights, seriesOne, seriesRow, seriesStandings } from '#series/contract/publications.ts'
import { rowsInput } from '#series/ui/use-series.ts'

export { SeriesPage as component } from './SeriesPage.tsx'

export const live: PageModule['live'] = ({ params, query }) => {
  const slug = params.slug!
  const rowId = query.row !== undefined && ID.test(query.row) ? query.row : null
  return [
    subscribeTo(seriesOne, { slug }),
    subscribeTo(seriesNights, { slug }),
    subscribeTo(seriesLog, { slug }),
    subscribeTo(seriesStandings, rowsInput(slug, query.all !== undefined)),
    ...(rowId === null ? [] : [subscribeTo(seriesRow, { slug, rowId })]),
  ]
}

export const head: PageModule['head'] = ({ params }, store) => {
  const series = (store.collection('series').all() as unknown as SeriesDoc[]).find(({ slug }) => slug === params.slug)
  if (series === undefined) return { title: `${m.series_season()} · Skillshot`, description: m.series_head_none() }
  return { title: `${series.name} · Skillshot`, description: m.series_head_text({ name: series.name }) }
}
