import { bracketLabels } from '#events/formats/ui/bracket-labels.ts'
import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import { decimal } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import type { RoundRobin } from '../rules.ts'

export const labels: FormatLabels<RoundRobin> = {
  ...bracketLabels,
  order: 8,
  name: m.events_robin,
  summary: m.events_robin_summary,
  sentence: ({ meetings }) => m.events_robin_sentence({ count: meetings }),
  figure: ({ points }) => ({ value: decimal(points), unit: m.events_unit_points({ count: points }) }),
  isTied: (a, b) => a.points === b.points,
  game: ({ points }) => (points > 0 ? m.events_game_won() : m.events_game_lost()),
}
