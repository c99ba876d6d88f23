import { decimal, times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import type { FormatLabels } from './format-labels.ts'

/** The texts that all brackets have in common. */
export const bracketLabels: Pick<FormatLabels, 'figure' | 'progress' | 'isTied' | 'byes'> = {
  figure: ({ points }) => ({ value: decimal(points), unit: m.events_bracket_unit({ count: points }) }),
  progress: ({ games = [], outIn }) =>
    outIn === undefined ? times(games.length, m.events_count_games) : m.events_progress_out({ round: outIn }),
  isTied: (a, b) => a.rank === b.rank,
  byes: (_format, count, names) => m.events_rounds_byes({ count, names }),
}
