import { shownPoints } from '#events/rules/standings/points.ts'
import { drawnOnceFormatServer } from '#events/server/standings/round-format-server.ts'
import type { GolfBracket } from './rules.ts'

export const server = drawnOnceFormatServer<GolfBracket>({
  header: 'strokes',
  value: ({ points, strokes }) => strokes ?? shownPoints(points),
})
