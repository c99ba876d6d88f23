import type { StandingsDoc } from '#events/contract/documents.ts'
import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import { playedMachines, requiredScore } from '#events/formats/ui/score-labels.ts'
import { commas } from '#events/ui/labels/list-labels.ts'
import { nthPlace } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import type { HighScore } from '../rules.ts'

const countPlaces = ({ machines }: Pick<StandingsDoc, 'machines'>, rank: number): number =>
  machines.filter(each => each.rank === rank).length

export const labels: FormatLabels<HighScore> = {
  order: 5,
  name: m.events_format_high_score,
  summary: m.events_form_high_score,
  sentence: (_format, machines) => (machines === 1 ? m.events_format_highest_wins() : m.events_format_most_firsts({ machines })),
  figure: row => ({ value: [1, 2, 3].map(rank => countPlaces(row, rank)).join('-'), unit: m.events_unit_places() }),
  progress: playedMachines,
  total(_format, row) {
    if (row.machines.length === 0) return null
    const places = [1, 2, 3].flatMap(rank => {
      const count = countPlaces(row, rank)
      return count === 0 ? [] : [m.events_total_places({ count, n: count, ...nthPlace(rank) })]
    })
    return places.length === 0 ? m.events_total_no_place() : `${commas(places)}.`
  },
  required: requiredScore,
}
