import { shownPoints } from '#events/rules/standings/points.ts'
import { drawnOnceFormatServer } from '#events/server/standings/round-format-server.ts'
import type { Ladder } from './rules.ts'

export const server = drawnOnceFormatServer<Ladder>({ header: 'points', value: ({ points }) => shownPoints(points) })
