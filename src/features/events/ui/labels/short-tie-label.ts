import type { EventFormat } from '#events/formats/registry.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'
import * as m from '#messages'
import { decimal, nthPlace } from './number-labels.ts'
import type { LabelledStanding } from './standing-labels.ts'
import { TIE_BREAK_LABELS } from './tie-break-labels.ts'

/** Says in a few words what decided a tie with the same total: "Wins 3:2". null: the total alone decides, or the format has no totals. */
export function shortTieLabel(format: EventFormat, { playoff, decidedBy, tieBreak }: LabelledStanding): string | null {
  if (playoff !== undefined) return m.events_screen_tie_playoff()
  if (formatLabels(format).isTied === undefined) return null
  if (decidedBy !== undefined)
    return m.events_screen_tie({
      by: TIE_BREAK_LABELS[decidedBy.by].name(),
      own: decimal(decidedBy.own),
      other: decimal(decidedBy.other),
    })
  return tieBreak === undefined ? null : m.events_screen_tie_places(nthPlace(tieBreak))
}
