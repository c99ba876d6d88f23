import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import { pointsLabel } from '#events/formats/ui/rank-points-label.ts'
import { decimal, formatSum, times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import type { CardBestGame } from '../rules.ts'

export const labels: FormatLabels<CardBestGame> = {
  order: 2,
  name: m.events_cards,
  summary: m.events_cards_summary,
  sentence: ({ points, gamesPerCard, cardsPerPlayer }) => {
    const sentence = m.events_cards_sentence({ count: gamesPerCard, n: gamesPerCard, points: pointsLabel(points) })
    return cardsPerPlayer === undefined ? sentence : `${sentence} ${times(cardsPerPlayer, m.events_cards_limit)}`
  },
  figure: ({ points }) => ({ value: decimal(points), unit: m.events_unit_points({ count: points }) }),
  progress: ({ machines }) => (machines.length === 0 ? m.events_progress_none() : times(machines.length, m.events_cards_progress)),
  total(_format, { machines, points, adjustments = [] }) {
    if (machines.length === 0) return null
    const sum = formatSum([...machines.map(game => game.points).sort((a, b) => b - a), ...adjustments.map(({ amount }) => amount)])
    return adjustments.length > 0
      ? m.events_total_adjusted({ sum, total: decimal(points) })
      : m.events_cards_total({ sum, total: decimal(points) })
  },
  isTied: (a, b) => a.points === b.points,
  machineResult: ({ points }) => [times(points, m.events_count_points)],
}
