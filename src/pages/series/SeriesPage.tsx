import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { errorMessage } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { ShareLinks } from '#platform/ui/sharing/ShareLinks.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { SeriesNights } from '#series/ui/SeriesNights.tsx'
import { SeriesStandings } from '#series/ui/SeriesStandings.tsx'
import { seriesHref } from '#series/ui/series-labels.ts'
import { useNights, useRunsSeries, useSeries } from '#series/ui/use-series.ts'
import { SeriesHeader } from './SeriesHeader.tsx'
import { SeriesLog } from './SeriesLog.tsx'

/** A season: how it stands, its nights, what counts, and for those who run it what can be changed. */
export function SeriesPage({ params, query }: RouteMatch) {
  const slug = params.slug!
  const { live, series } = useSeries(slug)
  const { live: nightsLive, nights } = useNights(slug, series?._id)
  const isManager = useRunsSeries(series)
  if (live.state === 'failed' && isAccessError(live.error)) return <ShowNotFound />
  return (
    <AppShell current="events" width="board">
      {series === undefined && live.state === 'pending' && <Skeleton kind="machine-header" />}
      {live.state === 'failed' && (
        <ErrorState page title={m.series_failed()}>
          {errorMessage(live.error)}
        </ErrorState>
      )}
      {series !== undefined && live.state !== 'failed' && (
        <div className={layout.stack6}>
          <SeriesHeader series={series} nights={nights} isManager={isManager} />
          <SeriesStandings series={series} nights={nights} openRow={query.row ?? null} all={query.all !== undefined} />
          <section className={layout.stack3} aria-labelledby="nights">
            <h2 id="nights">{m.series_nights()}</h2>
            <SeriesNights live={nightsLive} nights={nights} />
          </section>
          <SeriesLog series={series} isManager={isManager} />
          <section aria-label={m.ui_share()}>
            <ShareLinks title={series.name} path={seriesHref(slug)} />
          </section>
        </div>
      )}
    </AppShell>
  )
}
