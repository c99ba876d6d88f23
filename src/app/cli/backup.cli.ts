import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { systemClock } from '#ddp/timing/system-clock.ts'
import type { Log } from '#platform/log/log.ts'
import { ArchiveReader } from '../backup/archive-reader.ts'
import { backUp } from '../backup/back-up.ts'
import { recordBackup } from '../backup/last-backup.ts'
import { countRows } from '../backup/manifest.ts'
import { expectKnown } from '../backup/restore.ts'
import { tryRestore, verifyContent } from '../backup/verify.ts'
import { schema } from '../server/app.ts'
import { connectDatabase } from '../server/connect-database.ts'
import { noUploads, openStorage } from '../server/open-storage.ts'
import { runProgram } from './cli-runtime.ts'
import { readWords } from './read-words.ts'
import { UsageError } from './usage-error.ts'

/** Checks a backup as a whole; says in a sentence what was checked. @throws UsageError that says what is wrong */
async function verify(name: string, log: Log): Promise<number> {
  const archive = await ArchiveReader.open(resolve(name))
  try {
    expectKnown(archive, schema)
    await verifyContent(archive)
    const restored = await tryRestore(archive, schema, line => log.info(line))
    const { at, objects } = archive.manifest
    const how = restored
      ? 'It was restored into a temporary database, which was deleted again.'
      : 'Only the file was read, because no embedded Postgres can be started here.'
    process.stdout.write(
      `${archive.file} is complete: the site as of ${at}, ${countRows(archive.manifest)} rows, ${objects} objects.\n${how}\n`,
    )
    return 0
  } finally {
    await archive.close()
  }
}

/** `npm run backup -- FILE`, or `--verify FILE` */
await runProgram(async (args, { config, log }) => {
  const usage = 'npm run backup -- FILE (one that is not there yet), or npm run backup -- --verify FILE'
  const isVerify = args[0] === '--verify'
  const name = readWords(isVerify ? args.slice(1) : args, { usage, operands: ['FILE'] }).words[0]!
  if (isVerify) return verify(name, log)
  const { dataDir } = config
  if (config.databaseUrl === null && !existsSync(join(dataDir, 'postgres')))
    throw new UsageError(`There is no site in ${dataDir}. Set DATA_DIR to its folder, or DATABASE_URL to its Postgres.`)
  const opened = await connectDatabase(config, 'tool', log)
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    const now = systemClock.now()
    const target = resolve(name)
    const storage = openStorage(config, noUploads, systemClock, () => '')
    const {
      manifest,
      bytes,
      vanished,
      unknown: strange,
    } = await backUp({ connection: opened.connection, storage, dataDir, file: target, now }).catch(async (error: unknown) => {
      await recordBackup(dataDir, { at: new Date(now), bytes: null }).catch(() => {})
      throw error
    })
    await recordBackup(dataDir, { at: new Date(now), bytes }).catch((error: unknown) =>
      log.warn({ err: error }, 'the time of the backup could not be recorded in the data folder'),
    )
    const { at, objects } = manifest
    const summary = [`${target}: ${(bytes / 1e6).toFixed(1)} MB, the site as of ${at}: ${countRows(manifest)} rows, ${objects} objects`]
    if (vanished > 0) summary.push(`${vanished} objects were taken away while it ran`)
    if (strange > 0) summary.push(`${strange} objects of the store are none of this site's and were left out`)
    process.stdout.write(`${summary.join('\n')}\n`)
    return 0
  } finally {
    await opened.stop()
  }
})
