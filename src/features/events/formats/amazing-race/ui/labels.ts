import type { StandingsDoc } from '#events/contract/documents.ts'
import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import { decimal, times } from '#events/ui/labels/number-labels.ts'
import { joinNames } from '#events/ui/rounds/result-entry.ts'
import * as m from '#messages'
import { ordinal } from '#platform/ui/format/ssr-format.ts'
import { type AmazingRace, countEliminated } from '../rules.ts'

const isStillIn = ({ outIn, games = [] }: StandingsDoc): boolean => outIn === undefined && games.length > 0

export const labels: FormatLabels<AmazingRace> = {
  order: 6,
  name: m.events_race,
  summary: m.events_race_summary,
  sentence: ({ out }) => m.events_race_sentence({ count: out, n: out }),
  figure: ({ points }) => ({ value: decimal(points), unit: m.events_race_unit({ count: points }) }),
  progress: ({ games = [], outIn }) =>
    outIn === undefined ? times(games.length, m.events_progress_in) : m.events_progress_out({ round: outIn }),
  isTied: (a, b) => a.outIn === b.outIn,
  tie(row, rows) {
    if (isStillIn(row)) {
      const others = rows.filter(each => isStillIn(each) && each.rank === row.rank).length - 1
      return others === 0 ? null : times(others, m.events_race_tie_in)
    }
    if (row.outIn === undefined) return null
    const below = rows.find(each => each.outIn === row.outIn && each.rank > row.rank)
    if (below !== undefined) return m.events_race_tie_ahead({ name: below.displayName })
    const above = rows.findLast(each => each.outIn === row.outIn && each.rank < row.rank)
    return above === undefined ? null : m.events_race_tie_behind({ name: above.displayName })
  },
  game: ({ points }) => (points > 0 ? m.events_race_stays() : m.events_race_leaves()),
  resultEntry: {
    instruction: ({ out }) => m.events_race_tap({ count: out, n: out }),
    firstTap: name => m.events_result_first_out({ name }),
    missing: ({ out }) => m.events_race_tap({ count: out, n: out }),
    taps: (format, order) => order.slice(order.length - countEliminated(format, order.length)).reverse(),
    tap(format, taps, entrantId, group) {
      const most = countEliminated(format, group.length)
      if (taps.includes(entrantId)) return [...taps]
      // Where only one leaves, another tap can only mean that player instead.
      if (most === 1) return [entrantId]
      return taps.length < most ? [...taps, entrantId] : [...taps]
    },
    // The places of those who stay do not count.
    order: (format, taps, group) =>
      taps.length === countEliminated(format, group.length)
        ? [...group.filter(each => !taps.includes(each)), ...[...taps].reverse()]
        : null,
    // The lowest score is tapped first and leaves in the last place.
    place: (index, size) => size - index,
    mark: ({ out }, place) => (out === 1 ? m.events_race_leaves() : ordinal(place)),
    summary: names => (names.length === 0 ? '' : m.events_race_leaving({ names: joinNames(names) })),
  },
}
