import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import * as pages from '#pages'
import { systemClock } from '../ddp/timing/system-clock.ts'
import { processConfig } from '../platform/config/config.ts'
import { createLog } from '../platform/log/log.ts'
import { readAssets } from '../platform/render/assets.ts'
import { StartError } from '../platform/start-error.ts'
import { createApp } from './context.ts'
import { takeNodeLock } from './node-lock.ts'
import { openConnection } from './open-database.ts'

const clientDir = fileURLToPath(new URL('../client', import.meta.url))
/** ms for what is under way when it is told to stop */
const GRACE = 30_000

async function main(): Promise<void> {
  const config = processConfig()
  const log = createLog(config.logLevel)
  const opened = await openConnection(config, 'server', log)
  const closers: ((gradually: boolean) => Promise<void>)[] = [opened.stop]
  const closeAll = async (gradually = false): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close(gradually)
  }
  // A terminal that closes says so by SIGHUP; to a service it means: look again.
  const skip = process.stdout.isTTY ? [] : ['SIGHUP' as const]
  closeWithGrace({ delay: GRACE, logger: false, skip }, async ({ err, signal }) => {
    if (err !== undefined) log.fatal({ err }, 'stopping after an unexpected error')
    // Who types Ctrl-C waits; a manager of services has other nodes, or a next one.
    await closeAll(signal === 'SIGTERM')
  })
  try {
    if (config.databaseUrl !== null) {
      const lock = await takeNodeLock({
        connection: opened.connection,
        shared: config.redisUrl !== null,
        clock: systemClock,
        onLost: err => log.error({ err }, 'the connection that holds this node’s lock was lost'),
      })
      closers.push(() => lock.release())
    }
    const app = await createApp({
      config,
      log,
      connection: opened.connection,
      pages,
      client: { dir: clientDir, assets: readAssets(clientDir) },
    })
    closers.push(gradually => app.close(gradually))
    if (skip.length > 0)
      process.on('SIGHUP', async () => {
        try {
          await app.takeBuild(readAssets(clientDir))
          log.info('the build was read again')
        } catch (err) {
          log.error({ err }, 'the build could not be read again')
        }
      })
    process.stdout.write(`Skillshot is ready at ${app.address}\n`)
    const token = await app.features.admin.firstAdministratorToken()
    if (token !== null)
      process.stdout.write(`Nobody administers this site yet. Whoever opens this does: ${app.address}/#/enroll-account/${token}\n`)
    if (config.rootUrl === null) log.info(`data in ${join(config.dataDir)}`)
  } catch (error) {
    await closeAll()
    throw error
  }
}

main().catch((error: unknown) => {
  const known = error instanceof StartError
  process.stderr.write(
    `Skillshot could not start.\n${known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exit(1)
})
