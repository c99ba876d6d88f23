import { readFileSync } from 'node:fs'
import { DdpError } from '../ddp/wire/error.ts'
import { type Config, processConfig } from '../platform/config/config.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { createPool } from '../platform/db/pool.ts'
import { createLog, type Log } from '../platform/log/log.ts'
import { prepareDatabase } from './context.ts'
import { openConnection } from './open-database.ts'

/** A mistake of the caller's: its message is all there is to say. */
export class UsageError extends Error {}

export interface Surroundings {
  config: Config
  log: Log
}

/** @throws UsageError */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${messageOf(error)}`)
  }
}

const messageOf = (error: unknown): string => {
  if (error instanceof DdpError && error.reason !== undefined) return error.reason
  return error instanceof Error ? error.message : String(error)
}

/** Runs a command-line program on the database, beside a running server or alone. What `run` resolves with is the exit code. */
export async function runTool(run: (database: Database, args: string[], surroundings: Surroundings) => Promise<number>): Promise<void> {
  try {
    const config = processConfig()
    const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel)
    const opened = await openConnection(config, 'tool', log)
    const database = openDatabase(createPool(opened.connection, err => log.warn({ err }, 'a database connection was lost'), 3))
    try {
      await prepareDatabase(database)
      process.exitCode = await run(database, process.argv.slice(2), { config, log })
    } finally {
      await database.close()
      await opened.stop()
    }
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}
