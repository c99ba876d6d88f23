import { readFileSync } from 'node:fs'
import { DdpError } from '#ddp/wire/error.ts'
import { type Config, processConfig } from '#platform/config/config.ts'
import { type Database, openDatabase } from '#platform/db/database.ts'
import { createPool } from '#platform/db/pool.ts'
import { createLog, type Log } from '#platform/log/log.ts'
import { prepareDatabase } from '../server/app.ts'
import { connectDatabase } from '../server/connect-database.ts'
import { UsageError } from './usage-error.ts'

export interface CliEnvironment {
  config: Config
  log: Log
}

/** @throws UsageError */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${getMessage(error)}`)
  }
}

const getMessage = (error: unknown): string => {
  if (error instanceof DdpError && error.reason !== undefined) return error.reason
  return error instanceof Error ? error.message : String(error)
}

/**
 * Runs a command-line program. `run` resolves with the exit code. An error is printed; the exit code is then 2 for a UsageError, else 1.
 */
export async function runProgram(run: (args: string[], environment: CliEnvironment) => Promise<number>): Promise<void> {
  try {
    const config = processConfig()
    const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel)
    process.exitCode = await run(process.argv.slice(2), { config, log })
  } catch (error) {
    process.stderr.write(`${getMessage(error)}\n`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

/**
 * Runs work on the database, beside a running server or alone. The schema is brought up to date first, and a folder without a site gets one:
 * check the words of the command before.
 */
export async function withDatabase<T>({ config, log }: CliEnvironment, run: (database: Database) => Promise<T>): Promise<T> {
  const opened = await connectDatabase(config, 'tool', log)
  const database = openDatabase(
    createPool(opened.connection, err => log.warn({ err }, 'a database connection was lost'), { size: 3, longRunning: true }),
  )
  try {
    await prepareDatabase(database)
    return await run(database)
  } finally {
    await database.close()
    await opened.stop()
  }
}
