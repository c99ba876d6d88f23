import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import { gamesEachLabels } from '#events/formats/ui/games-each-labels.ts'
import * as m from '#messages'
import type { MaxMatchPlay } from '../rules.ts'

export const labels: FormatLabels<MaxMatchPlay> = {
  ...gamesEachLabels,
  order: 11,
  name: m.events_max,
  summary: m.events_max_summary,
}
