import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import { times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import { groupStrikes } from '../group-strikes.ts'
import type { Strikes, StrikesOptions } from '../rules.ts'

/** The texts that knockouts share. */
export const strikesLabels: Omit<FormatLabels<StrikesOptions<string>>, 'order' | 'name' | 'summary'> = {
  sentence: ({ strikesToLeave, groupSize, strikes }) =>
    m.events_format_knockout({
      count: strikesToLeave,
      n: strikesToLeave,
      size: m.events_format_size({ size: groupSize }),
      strikes: groupStrikes(strikes, groupSize).join('-'),
    }),
  figure: ({ strikes = 0 }) => ({ value: String(strikes), unit: m.events_unit_strikes({ count: strikes }) }),
  progress: ({ games = [], outIn }) =>
    outIn === undefined ? times(games.length, m.events_progress_in) : m.events_progress_out({ round: outIn }),
  isTied: (a, b) => a.outIn === b.outIn && (a.outIn !== undefined || a.strikes === b.strikes),
  game: ({ strikes = 0 }) => (strikes === 0 ? m.events_no_strike() : times(strikes, m.events_count_strikes)),
  byes: (_format, count, names) => m.events_rounds_byes({ count, names }),
}

export const labels: FormatLabels<Strikes> = {
  ...strikesLabels,
  order: 3,
  name: m.events_format_strikes,
  summary: m.events_form_strikes_words,
}
