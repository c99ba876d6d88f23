import { resolve } from 'node:path'
import { systemClock } from '#ddp/timing/system-clock.ts'
import type { Config } from '#platform/config/config.ts'
import { ArchiveReader } from '../backup/archive-reader.ts'
import { connectDedicatedClient } from '../backup/dedicated-connection.ts'
import { countRows } from '../backup/manifest.ts'
import { expectEmpty, expectKnown, type Restored, restore } from '../backup/restore.ts'
import { schema } from '../server/app.ts'
import { connectDatabase, type OpenedDatabase } from '../server/connect-database.ts'
import { noUploads, openStorage } from '../server/open-storage.ts'
import { acquireInstanceLock, InstanceLockHeld } from '../server/single-instance-lock.ts'
import { type CliEnvironment, runProgram } from './cli-runtime.ts'
import { readWords } from './read-words.ts'
import { UsageError } from './usage-error.ts'

/** Opens the database and makes sure that no server uses it. @throws Error that says so if a server uses it */
async function openExclusively({ config, log }: CliEnvironment): Promise<OpenedDatabase> {
  const { connection, stop } = await connectDatabase(config, 'server', log)
  if (config.databaseUrl === null) return { connection, stop }
  const lock = await acquireInstanceLock({ connection, shared: false, clock: systemClock, onLost: () => {} }).catch((error: unknown) => {
    throw error instanceof InstanceLockHeld ? new UsageError('A server runs on this database. Stop every node of it first.') : error
  })
  return { connection, stop: lock.release }
}

const instructions = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl === null
    ? `Set DATA_DIR to a folder that is not there yet, restore into that, and put it in the place of ${dataDir} when all is well.`
    : 'Make a new one (createdb) and name it in DATABASE_URL.'

async function restoreFrom(archive: ArchiveReader, environment: CliEnvironment): Promise<Restored> {
  const { config } = environment
  const opened = await openExclusively(environment)
  try {
    const client = await connectDedicatedClient(opened.connection)
    try {
      await expectEmpty(client, instructions(config))
      return await restore({
        archive,
        client,
        dataDir: config.dataDir,
        openStorage: () => openStorage(config, noUploads, systemClock, () => ''),
        schema,
      })
    } finally {
      await client.end()
    }
  } finally {
    await opened.stop()
  }
}

/** `npm run restore -- FILE` */
await runProgram(async (args, environment) => {
  const [file] = readWords(args, { usage: 'npm run restore -- FILE', operands: ['FILE'] }).words
  const archive = await ArchiveReader.open(resolve(file!))
  try {
    expectKnown(archive, schema)
    const { migrated, skipped: leftOut } = await restoreFrom(archive, environment)
    const { at, objects } = archive.manifest
    const summary = [`The site is as it was at ${at}: ${countRows(archive.manifest)} rows, ${objects} objects.`]
    if (migrated.length > 0) summary.push(`It was brought up to this version: ${migrated.join(', ')}.`)
    if (leftOut.length > 0) summary.push(`Tables that are not Skillshot's were left out: ${leftOut.join(', ')}.`)
    process.stdout.write(`${summary.join('\n')}\n`)
    return 0
  } finally {
    await archive.close()
  }
})
