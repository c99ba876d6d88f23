import * as m from '#messages'
import { decimal, times } from '../../../ui/labels/number-labels.ts'
import { namesTogether } from '../../../ui/rounds/result-entry.ts'
import type { FormatLabels } from '../../ui/format-labels.ts'
import { type AmazingRace, leavers } from '../rules.ts'

export const labels: FormatLabels<AmazingRace> = {
  order: 6,
  name: m.events_race,
  summary: m.events_race_summary,
  sentence: ({ out }) => m.events_race_sentence({ count: out, n: out }),
  figure: ({ points }) => ({ value: decimal(points), unit: m.events_race_unit({ count: points }) }),
  progress: ({ games = [], outIn }) =>
    outIn === undefined ? times(games.length, m.events_progress_in) : m.events_progress_out({ round: outIn }),
  isTied: (a, b) => a.outIn === b.outIn,
  placesWorth: (format, size) =>
    Array.from({ length: size }, (_, i) => (i < size - leavers(format, size) ? m.events_race_stays() : m.events_race_leaves())),
  resultEntry: {
    instruction: ({ out }) => m.events_race_tap({ count: out, n: out }),
    missing: ({ out }) => m.events_race_tap({ count: out, n: out }),
    taps: (format, order) => order.slice(order.length - leavers(format, order.length)).reverse(),
    tap(format, taps, entrantId, group) {
      if (taps.includes(entrantId)) return taps.filter(each => each !== entrantId)
      return [...taps, entrantId].slice(-leavers(format, group.length))
    },
    // The places of those who stay do not count.
    order: (format, taps, group) =>
      taps.length === leavers(format, group.length) ? [...group.filter(each => !taps.includes(each)), ...[...taps].reverse()] : null,
    mark: m.events_race_leaves,
    summary: names => (names.length === 0 ? '' : m.events_race_leaving({ names: namesTogether(names) })),
  },
}
