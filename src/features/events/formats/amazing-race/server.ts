import { shownPoints } from '#events/rules/standings/points.ts'
import { roundFormatServer } from '#events/server/standings/round-format-server.ts'
import type { AmazingRace } from './rules.ts'

export const server = roundFormatServer(
  (_format: AmazingRace) =>
    ({ players }) => ({ groups: [[...players]], byes: [] }),
  {
    header: 'points',
    value: ({ points }) => shownPoints(points),
  },
)
