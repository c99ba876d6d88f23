import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import { gamesEachLabels } from '#events/formats/ui/games-each-labels.ts'
import * as m from '#messages'
import type { PaceMatchPlay } from '../rules.ts'

export const labels: FormatLabels<PaceMatchPlay> = {
  ...gamesEachLabels,
  order: 12,
  name: m.events_pace,
  summary: m.events_pace_summary,
}
