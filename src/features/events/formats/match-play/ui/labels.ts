import { byePoints } from '#events/formats/group-points.ts'
import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import { groupPointsLabel } from '#events/formats/ui/group-points-label.ts'
import { shownPoints } from '#events/rules/standings/points.ts'
import { decimal, times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import type { MatchPlay } from '../rules.ts'

export const labels: FormatLabels<MatchPlay> = {
  order: 2,
  name: m.events_format_match_play,
  summary: m.events_form_match_play,
  sentence: ({ rounds, groupSize, grouping, points }) =>
    m.events_format_match({
      count: rounds,
      n: rounds,
      size: m.events_format_size({ size: groupSize }),
      grouping: m.events_format_grouping({ grouping }),
      points: groupPointsLabel(points, groupSize),
    }),
  figure: ({ points }) => ({ value: decimal(points), unit: m.events_unit_points({ count: points }) }),
  progress: ({ games = [] }) => times(new Set(games.map(({ round }) => round)).size, m.events_count_rounds),
  isTied: (a, b) => a.points === b.points,
  game: ({ points }) => times(points, m.events_count_points),
  byes({ points }, count, names, worth) {
    const n = shownPoints(byePoints(points, worth))
    if (n === 0) return m.events_rounds_byes({ count, names })
    return m.events_rounds_byes_paid({ count, names, points: times(n, m.events_count_points), n })
  },
}
