import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import { playedMachines } from '#events/formats/ui/score-labels.ts'
import { formatSum, times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import type { PinGolf } from '../strokes.ts'
import { worstStrokes } from '../strokes.ts'

export const labels: FormatLabels<PinGolf> = {
  order: 4,
  name: m.events_format_pin_golf,
  summary: m.events_form_pin_golf,
  sentence({ missed, balls }) {
    const sentence = missed === 'simple' ? m.events_format_golf_simple : m.events_format_golf_graded
    return sentence({ missed: balls + 1 })
  },
  figure: ({ strokes = 0 }) => ({ value: String(strokes), unit: m.events_unit_strokes({ count: strokes }) }),
  progress: playedMachines,
  total(format, { machines: played, strokes: n = 0, adjustments = [] }, machines) {
    if (played.length === 0) return null
    const missing = machines - played.length
    const sum = formatSum([...played.map(each => each.strokes ?? 0), ...adjustments.map(({ amount }) => amount)])
    return missing === 0
      ? m.events_total_golf({ count: n, n, sum })
      : m.events_total_golf_missing({ count: n, n, sum, missing, worst: worstStrokes(format) })
  },
  isTied: (a, b) => a.strokes === b.strokes,
  required: least => m.events_need_strokes({ count: least, n: least }),
  machineResult: ({ strokes }) => (strokes === undefined ? [] : [times(strokes, m.events_count_strokes)]),
}
