import { shownPoints } from '#events/rules/standings/points.ts'
import { drawnOnceFormatServer } from '#events/server/standings/round-format-server.ts'
import type { GroupBracket } from './rules.ts'

export const server = drawnOnceFormatServer<GroupBracket>({ header: 'points', value: ({ points }) => shownPoints(points) })
