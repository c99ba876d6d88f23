import { scoreFormatServer } from '#events/server/standings/score-format-server.ts'
import type { FormatServer } from '../server/format-server.ts'

export const server: FormatServer = { ...scoreFormatServer, csvTotal: ({ strokes }) => strokes ?? 0 }
