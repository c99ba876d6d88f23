import { join } from 'node:path'
import * as pages from '#pages'
import { systemClock } from '../ddp/timing/system-clock.ts'
import { processConfig } from '../platform/config/config.ts'
import { createLog, type Log } from '../platform/log/log.ts'
import { readAssets } from '../platform/render/assets.ts'
import { StartError } from '../platform/start-error.ts'
import { type App, createApp } from './app.ts'
import { connectDatabase } from './connect-database.ts'
import { acquireInstanceLock } from './single-instance-lock.ts'

/** What is printed when a start fails: a sentence where the operator can mend it, the whole story where it is our defect. */
export function failureText(error: unknown): string {
  const text = error instanceof StartError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `Skillshot could not start.\n${text}\n`
}

/** One run of the server: its start, and its end, which may be asked for while it starts. */
export class ServerRun {
  readonly #clientDir: string
  readonly #stopping = new AbortController()
  readonly #closers: ((gradually: boolean) => Promise<void>)[] = []
  #log: Log | null = null
  #app: App | null = null
  /** settles, and never fails, when the start has done what it does */
  #settled: Promise<void> = Promise.resolve()

  /** @param clientDir folder of the built browser files */
  constructor(clientDir: string) {
    this.#clientDir = clientDir
  }

  /** Resolves when it serves, or was told to stop. @throws what went wrong, after closing what was opened; nothing once it was told to stop */
  start(): Promise<void> {
    const started = this.#start().catch(async (error: unknown) => {
      if (this.#stopping.signal.aborted) return
      await this.#close(false)
      throw error
    })
    this.#settled = started.catch(() => undefined)
    return started
  }

  /** Ends it. What is half opened is opened first, so that all of it is closed. @param how.gradually whether sockets go a few at a time, to other nodes */
  async stop({ err, gradually }: { err: unknown; gradually: boolean }): Promise<void> {
    if (err !== undefined) this.#log?.fatal({ err }, 'stopping after an unexpected error')
    this.#stopping.abort()
    await this.#settled
    await this.#close(gradually)
  }

  /** Reads the build again. */
  async takeBuild(): Promise<void> {
    try {
      await this.#app?.takeBuild(readAssets(this.#clientDir))
      this.#log?.info('the build was read again')
    } catch (err) {
      this.#log?.error({ err }, 'the build could not be read again')
    }
  }

  async #close(gradually: boolean): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close(gradually)
  }

  async #start(): Promise<void> {
    const { signal } = this.#stopping
    const config = processConfig()
    const log = createLog(config.logLevel)
    this.#log = log
    const opened = await connectDatabase(config, 'server', log, signal)
    this.#closers.push(opened.stop)
    if (signal.aborted) return
    const lock =
      config.databaseUrl === null
        ? null
        : await acquireInstanceLock({
            connection: opened.connection,
            shared: config.redisUrl !== null,
            clock: systemClock,
            onLost: err => log.error({ err }, 'the connection that holds this node’s lock was lost'),
          })
    if (lock !== null) this.#closers.push(() => lock.release())
    if (signal.aborted) return
    const assets = readAssets(this.#clientDir)
    const app = await createApp({ config, log, connection: opened.connection, pages, client: { dir: this.#clientDir, assets } })
    this.#closers.push(gradually => app.close(gradually))
    if (signal.aborted) return
    this.#app = app
    process.stdout.write(`Skillshot is ready at ${app.address}\n`)
    const token = await app.features.admin.firstAdministratorToken(async () => {
      const ours = lock === null || (await lock.takeInvitation())
      if (!ours) log.info('nobody administers this site yet; another node has printed the link of its first administrator')
      return ours
    })
    if (signal.aborted) return
    if (token !== null)
      process.stdout.write(`Nobody administers this site yet. Whoever opens this does: ${app.address}/#/enroll-account/${token}\n`)
    if (config.rootUrl === null) log.info(`data in ${join(config.dataDir)}`)
  }
}
