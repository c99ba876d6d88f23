import { rankPoints } from '#events/formats/rank-points.ts'
import { shownPoints } from '#events/rules/standings/points.ts'
import { commas } from '#events/ui/labels/list-labels.ts'
import { decimal, times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import type { SeriesDoc } from '../contract/documents.ts'
import type { SeriesPoints } from '../rules/series-rules.ts'
import { TIE_LABELS } from './series-labels.ts'

/** How many places of a table a sentence names. */
const NAMED_PLACES = 5

function pointsSentence(points: SeriesPoints): string {
  switch (points.kind) {
    case 'own':
      return m.series_rule_own()
    case 'places': {
      const places = Array.from({ length: NAMED_PLACES }, (_, i) => decimal(shownPoints(rankPoints(points.table, i + 1))))
      return m.series_rule_places({ points: commas(places) })
    }
    case 'share':
      return m.series_rule_share()
  }
}

/** Returns sentences that say how a season is added up. */
export function ruleSentences({ points, counts, drop, attendance, ties }: SeriesDoc): string[] {
  return [
    pointsSentence(points),
    counts !== undefined
      ? m.series_rule_counts({ count: counts, n: plainNumber(counts) })
      : drop !== undefined
        ? m.series_rule_drop({ count: drop, n: plainNumber(drop) })
        : m.series_rule_all(),
    ...(attendance === undefined ? [] : [m.series_rule_attendance({ points: times(attendance, m.events_count_points) })]),
    ...(ties === undefined || ties.length === 0 ? [] : [m.series_rule_ties({ list: commas(ties.map(tie => TIE_LABELS[tie]())) })]),
  ]
}
