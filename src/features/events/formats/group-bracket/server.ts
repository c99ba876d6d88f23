import { shownPoints } from '#events/rules/standings/points.ts'
import { bracketFormatServer } from '#events/server/standings/round-format-server.ts'
import type { GroupBracket } from './rules.ts'

export const server = bracketFormatServer<GroupBracket>({ header: 'points', value: ({ points }) => shownPoints(points) })
