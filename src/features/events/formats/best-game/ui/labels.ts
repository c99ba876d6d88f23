import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import { pointsLabel } from '#events/formats/ui/rank-points-label.ts'
import { playedMachines, requiredScore } from '#events/formats/ui/score-labels.ts'
import { decimal, formatSum, times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import type { BestGame } from '../rules.ts'

export const labels: FormatLabels<BestGame> = {
  order: 1,
  name: m.events_format_best_game,
  summary: m.events_form_best_game,
  sentence({ points: table, machinesCounted, attemptsPerMachine }, machines) {
    const points = pointsLabel(table)
    const attempts = attemptsPerMachine === undefined ? m.events_format_any_attempts() : times(attemptsPerMachine, m.events_format_attempts)
    if (machines === 1) return m.events_format_best({ points, attempts })
    const counted =
      machinesCounted === undefined || machinesCounted >= machines
        ? times(machines, m.events_format_all_count)
        : m.events_format_some_count({ count: machinesCounted, n: machinesCounted, machines })
    return m.events_format_best_counted({ points, counted, attempts })
  },
  figure: ({ points }) => ({ value: decimal(points), unit: m.events_unit_points({ count: points }) }),
  progress: playedMachines,
  total(_format, { machines: played, points, adjustments = [] }) {
    if (played.length === 0) return null
    const counted = played.filter(each => each.counted).map(each => each.points)
    const sum = formatSum([...counted.sort((a, b) => b - a), ...adjustments.map(({ amount }) => amount)])
    const [n, total] = [counted.length, decimal(points)]
    if (adjustments.length > 0) return m.events_total_adjusted({ sum, total })
    if (n === played.length) return n === 1 ? m.events_total_one({ sum }) : m.events_total_all({ count: n, n, sum, total })
    return n === 1 ? m.events_total_best_one({ sum, played: played.length }) : m.events_total_best({ sum, total, n, played: played.length })
  },
  isTied: (a, b) => a.points === b.points,
  required: requiredScore,
  machineResult: ({ points, counted }) => [times(points, m.events_count_points), ...(counted ? [] : [m.events_why_not_counted()])],
}
