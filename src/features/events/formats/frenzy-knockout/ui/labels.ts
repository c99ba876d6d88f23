import { strikesLabels } from '#events/formats/strikes/ui/labels.ts'
import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import * as m from '#messages'
import type { FrenzyKnockout } from '../rules.ts'

export const labels: FormatLabels<FrenzyKnockout> = {
  ...strikesLabels,
  order: 13,
  name: m.events_frenzy_knockout,
  summary: m.events_frenzy_knockout_summary,
}
