import { bracketLabels } from '#events/formats/ui/bracket-labels.ts'
import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import * as m from '#messages'
import type { Bracket } from '../rules.ts'

export const labels: FormatLabels<Bracket> = {
  ...bracketLabels,
  order: 5,
  name: m.events_bracket,
  summary: m.events_bracket_summary,
  sentence: ({ elimination, bestOf }) =>
    `${elimination === 'single' ? m.events_bracket_single_sentence() : m.events_bracket_double_sentence()} ${bestOf === 1 ? m.events_bracket_one_game() : m.events_bracket_best_of({ n: bestOf })}`,
  game: ({ points }) => (points > 0 ? m.events_game_won() : m.events_game_lost()),
}
