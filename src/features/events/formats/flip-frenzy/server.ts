import { shownPoints } from '#events/rules/standings/points.ts'
import { drawnOnceFormatServer } from '#events/server/standings/round-format-server.ts'
import type { FlipFrenzy } from './rules.ts'

export const server = drawnOnceFormatServer<FlipFrenzy>({ header: 'wins', value: ({ points }) => shownPoints(points) })
