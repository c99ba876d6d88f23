import * as m from '#messages'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import type { NightOutcome } from '../contract/documents.ts'
import type { SeriesTie } from '../rules/series-rules.ts'

export const TIE_LABELS: Readonly<Record<SeriesTie, () => string>> = {
  'night-wins': m.series_tie_night_wins,
  'best-night': m.series_tie_best_night,
  'latest-night': m.series_tie_latest_night,
}

export const OUTCOME_LABELS: Readonly<Record<NightOutcome, () => string>> = {
  counts: m.series_outcome_counts,
  dropped: m.series_outcome_dropped,
  missed: m.series_outcome_missed,
  open: m.series_outcome_open,
  cancelled: m.series_outcome_cancelled,
}

/** "12 nights". */
export const nightCount = (count: number): string => m.series_count_nights({ count, n: plainNumber(count) })

export const seriesHref = (slug: string): string => `/series/${encodeURIComponent(slug)}`
