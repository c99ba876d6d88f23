import type { FormatServer } from '../server/format-server.ts'
import { server as strikesServer } from '../strikes/server.ts'
import type { FrenzyKnockout } from './rules.ts'

const { csvDetail, csvTotal } = strikesServer

export const server: FormatServer<FrenzyKnockout> = { csvDetail, ...(csvTotal ? { csvTotal } : {}) }
