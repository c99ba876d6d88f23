import { bracketLabels } from '#events/formats/ui/bracket-labels.ts'
import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import * as m from '#messages'
import type { Ladder } from '../rules.ts'

export const labels: FormatLabels<Ladder> = {
  ...bracketLabels,
  order: 7,
  name: m.events_ladder,
  summary: m.events_ladder_summary,
  sentence: ({ groupSize }) => m.events_ladder_sentence({ size: m.events_format_size({ size: groupSize }) }),
  game: ({ points }) => (points > 0 ? m.events_race_stays() : m.events_race_leaves()),
}
