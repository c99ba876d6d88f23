import type { Clock } from '../ddp/timing/clock.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import type { LiveServer } from './live/server/live-server.ts'
import type { Log } from './log/log.ts'

/** The rooms that every feature gets. */
export interface Platform {
  config: Config
  clock: Clock
  log: Log
  database: Database
  live: LiveServer
}
