import { shownPoints } from '#events/rules/standings/points.ts'
import { bracketFormatServer } from '#events/server/standings/round-format-server.ts'
import type { MaxMatchPlay } from './rules.ts'

export const server = bracketFormatServer<MaxMatchPlay>({ header: 'points', value: ({ points }) => shownPoints(points) })
