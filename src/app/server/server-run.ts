import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { systemClock } from '#ddp/timing/system-clock.ts'
import * as pages from '#pages'
import { processConfig } from '#platform/config/config.ts'
import { expectListenable } from '#platform/http/listen.ts'
import { LOOPBACK } from '#platform/http/reach.ts'
import { createLog, type Log } from '#platform/log/log.ts'
import { readAssets } from '#platform/render/assets.ts'
import { StartError } from '#platform/start-error.ts'
import { type App, createApp } from './app.ts'
import { connectDatabase } from './connect-database.ts'
import { reportLostChanges } from './lost-changes.ts'
import { acquireInstanceLock } from './single-instance-lock.ts'

/** How often, and with which pause in ms, the application is created again after the database has lost changes. */
const RESTART_ATTEMPTS = 60
const RESTART_PAUSE_MS = 1000

/**
 * Returns what is printed when a start fails: only the message of a `StartError`, which the operator can fix, and the stack trace of any
 * other error, which is a defect of the program.
 */
export function failureText(error: unknown): string {
  const text = error instanceof StartError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `Skillshot could not start.\n${text}\n`
}

/** What the first start prints where nobody else can open the site. */
const ONLY_THIS_COMPUTER =
  'Only this computer can open it. For phones and other devices in your network, choose so under "First steps", or set HOST=0.0.0.0.\n'

/** One run of the server, from its start to its end. It can be stopped while it is still starting. */
export class ServerRun {
  readonly #clientDir: string
  readonly #stopping = new AbortController()
  readonly #closers: ((gradually: boolean) => Promise<void>)[] = []
  #log: Log | null = null
  #app: App | null = null
  /** resolves when the start has succeeded, failed or been stopped; never rejects */
  #startSettled: Promise<void> = Promise.resolve()

  /** @param clientDir folder of the built browser files */
  constructor(clientDir: string) {
    this.#clientDir = clientDir
  }

  /**
   * Resolves when the server is ready or was told to stop.
   * @throws the cause if the start fails, after closing what was opened; never throws once it was told to stop
   */
  start(): Promise<void> {
    const started = this.#start().catch(async (error: unknown) => {
      if (this.#stopping.signal.aborted) return
      await this.#close(false)
      throw error
    })
    this.#startSettled = started.catch(() => undefined)
    return started
  }

  /**
   * Stops the server. Waits for a start that is under way, so that everything it opens is closed.
   * @param options.gradually whether sockets are closed a few at a time, so that clients move to other nodes gradually
   */
  async stop({ err, gradually }: { err: unknown; gradually: boolean }): Promise<void> {
    if (err !== undefined) this.#log?.fatal({ err }, 'stopping after an unexpected error')
    this.#stopping.abort()
    await this.#startSettled
    await this.#close(gradually)
  }

  /** Reads the build from disk again and uses it from now on. */
  async reloadBuild(): Promise<void> {
    try {
      await this.#app?.reloadBuild(readAssets(this.#clientDir))
      this.#log?.info('the build was read again')
    } catch (err) {
      this.#log?.error({ err }, 'the build could not be read again')
    }
  }

  /** Replaces the application by a new one, which loads everything again. If that is not possible, the process ends. */
  async #restart(create: () => Promise<App>, report: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping
    await this.#startSettled
    if (signal.aborted) return
    const restarted = (async () => {
      await report()
      await this.#app!.close()
      for (let attempt = 1; !signal.aborted; attempt++) {
        try {
          this.#app = await create()
          this.#log?.info('everything is loaded again')
          return
        } catch (error) {
          if (attempt === RESTART_ATTEMPTS) throw error
          await setTimeout(RESTART_PAUSE_MS, undefined, { signal }).catch(() => undefined)
        }
      }
    })()
    this.#startSettled = restarted.catch(() => undefined)
    try {
      await restarted
    } catch (err) {
      this.#log?.fatal({ err }, 'the site could not be loaded again')
      process.exit(1)
    }
  }

  async #close(gradually: boolean): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close(gradually)
  }

  async #start(): Promise<void> {
    const { signal } = this.#stopping
    const words = process.argv.slice(2)
    if (words.length > 0)
      throw new StartError(
        `npm start takes no words, and was given ${words.join(' ')}: settings are in the environment (docs/operating.md).`,
      )
    const config = processConfig()
    const log = createLog(config.logLevel)
    this.#log = log
    await expectListenable(config.port, config.host ?? LOOPBACK)
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
    const createAgain = (): Promise<App> =>
      createApp({
        config,
        log,
        connection: opened.connection,
        pages,
        client: { dir: this.#clientDir, assets: readAssets(this.#clientDir) },
        onHistoryLost: lost => void this.#restart(createAgain, () => reportLostChanges(lost, config.dataDir, log)),
      })
    const app = await createAgain()
    this.#app = app
    this.#closers.push(gradually => this.#app!.close(gradually))
    if (signal.aborted) return
    if (config.reporter !== null) {
      const { startSiteReporter } = await import('./site-reporter.ts')
      const stop = await startSiteReporter({ config, key: config.reporter.key, log, port: () => this.#app!.port })
      this.#closers.push(stop)
      if (signal.aborted) return
    }
    process.stdout.write(`Skillshot is ready at ${app.address}\n`)
    const token = await app.features.admin.firstAdministratorToken(async () => {
      const isOurs = lock === null || (await lock.takeInvitation())
      if (!isOurs) log.info('nobody administers this site yet; another node has printed the link of its first administrator')
      return isOurs
    })
    if (signal.aborted) return
    if (token !== null) {
      process.stdout.write(
        `Nobody administers this site yet. Whoever opens this does: ${app.address}/admin/setup#/enroll-account/${token}\n`,
      )
      if (app.reach?.isNetwork === false) process.stdout.write(ONLY_THIS_COMPUTER)
    }
    if (config.rootUrl === null) log.info(`data in ${join(config.dataDir)}`)
  }
}
