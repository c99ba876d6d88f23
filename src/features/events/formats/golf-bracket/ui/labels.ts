import { bracketLabels } from '#events/formats/ui/bracket-labels.ts'
import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import { times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import type { GolfBracket } from '../rules.ts'

export const labels: FormatLabels<GolfBracket> = {
  ...bracketLabels,
  order: 5,
  name: m.events_golf_bracket,
  summary: m.events_golf_bracket_summary,
  sentence: ({ holes }) => m.events_golf_bracket_sentence({ count: holes, n: holes }),
  game: ({ strokes }) => (strokes === undefined ? '' : times(strokes, m.events_count_strokes)),
}
