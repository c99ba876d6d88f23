import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import { playedMachines, requiredScore } from '#events/formats/ui/score-labels.ts'
import { decimal, times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import { isSpare, isStrike } from '../frames.ts'
import type { Bowling } from '../rules.ts'

/** Returns what a frame is in words. @param frame as frames.ts has it, which is what a result's points are */
const frameLabel = (frame: number): string =>
  isStrike(frame) ? m.events_bowling_strike() : isSpare(frame) ? m.events_bowling_spare() : times(frame, m.events_bowling_pins)

export const labels: FormatLabels<Bowling> = {
  order: 7,
  name: m.events_bowling,
  summary: m.events_bowling_summary,
  sentence: ({ spareAt }) => m.events_bowling_sentence({ spare: spareAt }),
  figure: ({ points }) => ({ value: decimal(points), unit: m.events_bowling_unit({ count: points }) }),
  progress: playedMachines,
  total(_format, { machines, points, adjustments = [] }) {
    if (machines.length === 0) return null
    // As on a card of bowling; each is a sign of its own in every language.
    const frames = machines.map(({ points: frame }) => (isStrike(frame) ? 'X' : isSpare(frame) ? '/' : decimal(frame)))
    const changes = adjustments.map(({ amount }) => (amount > 0 ? `+${decimal(amount)}` : `−${decimal(-amount)}`))
    return m.events_bowling_total({ frames: [...frames, ...changes].join(' '), total: decimal(points) })
  },
  isTied: (a, b) => a.points === b.points,
  required: requiredScore,
  machineResult: ({ points }) => [frameLabel(points)],
}
