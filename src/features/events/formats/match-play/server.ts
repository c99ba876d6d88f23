import { groupsOfSize } from '../../rules/pairing.ts'
import { shownPoints } from '../../rules/points.ts'
import { roundFormatServer } from '../../server/round-format-server.ts'
import type { MatchPlay } from './rules.ts'

export const server = roundFormatServer(({ grouping, groupSize }: MatchPlay) => groupsOfSize(grouping, groupSize), {
  header: 'points',
  value: ({ points }) => shownPoints(points),
})
