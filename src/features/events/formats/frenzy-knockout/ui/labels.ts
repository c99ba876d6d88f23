import { strikesLabels } from '#events/formats/strikes/ui/labels.ts'
import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import { times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import type { FrenzyKnockout } from '../rules.ts'

export const labels: FormatLabels<FrenzyKnockout> = {
  ...strikesLabels,
  order: 13,
  name: m.events_frenzy_knockout,
  summary: m.events_frenzy_knockout_summary,
  progress: ({ games = [], outIn }) =>
    outIn === undefined ? times(games.length, m.events_progress_in) : times(games.length, m.events_progress_out_after),
  isTied: (a, b) =>
    (a.outIn === undefined) === (b.outIn === undefined) &&
    (a.outIn === undefined ? a.strikes === b.strikes : a.games?.length === b.games?.length),
}
