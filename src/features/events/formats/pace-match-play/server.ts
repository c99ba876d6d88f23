import { shownPoints } from '#events/rules/standings/points.ts'
import { drawnOnceFormatServer } from '#events/server/standings/round-format-server.ts'
import type { PaceMatchPlay } from './rules.ts'

export const server = drawnOnceFormatServer<PaceMatchPlay>({ header: 'points', value: ({ points }) => shownPoints(points) })
