import { byePoints } from '#events/formats/group-points.ts'
import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import { groupPointsLabel } from '#events/formats/ui/group-points-label.ts'
import { shownPoints } from '#events/rules/standings/points.ts'
import { decimal, times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import type { TargetMatchPlay } from '../rules.ts'

export const labels: FormatLabels<TargetMatchPlay> = {
  order: 9,
  name: m.events_target,
  summary: m.events_target_summary,
  sentence: ({ target, groupSize, points }) =>
    m.events_target_sentence({
      n: decimal(target),
      size: m.events_format_size({ size: groupSize }),
      points: groupPointsLabel(points, groupSize),
    }),
  figure: ({ points }) => ({ value: decimal(points), unit: m.events_unit_points({ count: points }) }),
  progress: ({ games = [], outIn }) =>
    outIn === undefined
      ? times(new Set(games.map(({ round }) => round)).size, m.events_count_rounds)
      : m.events_target_reached({ round: outIn }),
  isTied: (a, b) => a.outIn === b.outIn && a.points === b.points,
  game: ({ points }) => times(points, m.events_count_points),
  byes({ points }, count, names, worth) {
    const n = shownPoints(byePoints(points, worth))
    return n === 0
      ? m.events_rounds_byes({ count, names })
      : m.events_rounds_byes_paid({ count, names, points: times(n, m.events_count_points), n })
  },
}
