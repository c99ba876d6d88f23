import { groupsOfSize } from '#events/rules/draw/pairing.ts'
import { shownPoints } from '#events/rules/standings/points.ts'
import { roundFormatServer } from '#events/server/standings/round-format-server.ts'
import type { TargetMatchPlay } from './rules.ts'

export const server = roundFormatServer(({ grouping, groupSize }: TargetMatchPlay) => groupsOfSize(grouping, groupSize), {
  header: 'points',
  value: ({ points }) => shownPoints(points),
})
