import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { systemClock } from '../../ddp/timing/system-clock.ts'
import { backUp } from '../backup/back-up.ts'
import { countRows } from '../backup/manifest.ts'
import { connectDatabase } from '../connect-database.ts'
import { openStorage } from '../open-storage.ts'
import { runProgram, UsageError } from './cli-runtime.ts'

/** `npm run backup -- FILE` */
await runProgram(async ([name], { config, log }) => {
  if (name === undefined) throw new UsageError('Name a file that is not there yet: npm run backup -- FILE')
  const { dataDir } = config
  if (config.databaseUrl === null && !existsSync(join(dataDir, 'postgres')))
    throw new UsageError(`There is no site in ${dataDir}. Set DATA_DIR to its folder, or DATABASE_URL to its Postgres.`)
  const opened = await connectDatabase(config, 'tool', log)
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    const now = systemClock.now()
    const file = resolve(name)
    const storage = openStorage(config, systemClock, () => '')
    const { manifest, bytes, vanished, unknown: strange } = await backUp({ connection: opened.connection, storage, dataDir, file, now })
    const { at, objects } = manifest
    const summary = [`${file}: ${(bytes / 1e6).toFixed(1)} MB, the site as of ${at}: ${countRows(manifest)} rows, ${objects} objects`]
    if (vanished > 0) summary.push(`${vanished} objects were taken away while it ran`)
    if (strange > 0) summary.push(`${strange} objects of the store are none of this site's and were left out`)
    process.stdout.write(`${summary.join('\n')}\n`)
    return 0
  } finally {
    await opened.stop()
  }
})
