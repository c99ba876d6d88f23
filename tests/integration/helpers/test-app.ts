import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import PostalMime, { type Email } from 'postal-mime'
import { inject } from 'vitest'
import type { AppOptions } from '#app/server/app.ts'
import { type App, createApp } from '#app/server/app.ts'
import * as pages from '#app/ssr-entry.tsx'
import { DEFAULT_HEARTBEAT } from '#ddp/server/server-settings.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { type Config, readConfig } from '#platform/config/config.ts'
import type { DatabaseAddress } from '#platform/db/pool.ts'
import { createLog, type Log } from '#platform/log/log.ts'
import '../../statements/collect.ts'

export interface TestApp {
  app: App
  /** `ws://…/websocket` */
  endpoint: string
  http: string
  connection: DatabaseAddress
  dataDir: string
  /** Resolves when every change so far has been applied and shown by every view. */
  settled(): Promise<void>
  /** Returns the e-mails in the outbox, oldest first, after all due ones have been written. */
  mails(): Promise<Email[]>
  /** Returns the token of the link in the last e-mail to an address. */
  linkToken(address: string): Promise<string>
  /** Starts another node on the same database, with the same settings and a port of its own; whoever starts it closes it. */
  startSecondNode(): Promise<App>
  /** Stops the application and starts it again on the same database. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface TestAppOptions {
  config?: Partial<Config>
  clock?: Clock
  /** default: only without a clock of the test's own, because each hour that such a clock is moved by makes every socket late with its answer */
  heartbeat?: boolean
  client?: AppOptions['client']
  /** name of a database to copy, instead of an empty site */
  template?: string
  /** default: a silent log */
  log?: Log
  /** returns the address by which the application reaches its database; default: the database itself */
  proxyDatabase?(connection: DatabaseAddress): Promise<DatabaseAddress>
}

/** The Postgres error code for a template database that other connections use. */
const IN_USE = '55006'

/** Starts the whole application in this process, with a database of its own. */
export async function createTestApp({
  config: overrides = {},
  clock = systemClock,
  heartbeat = clock === systemClock,
  client = null,
  log,
  proxyDatabase = async direct => direct,
  ...addressOverrides
}: TestAppOptions = {}): Promise<TestApp> {
  const { template, ...address } = { ...inject('postgres'), ...addressOverrides }
  const database = `test_app_${randomUUID().replaceAll('-', '')}`
  const sql = async (text: string): Promise<void> => {
    const admin = new pg.Client({ ...address, database: 'postgres' })
    await admin.connect()
    await admin.query(text).finally(() => admin.end())
  }
  // Autovacuum may be working in the template at this moment: Postgres waits 5 s for it, and then reports an error.
  for (let tries = 1; ; tries++) {
    const error = await sql(`CREATE DATABASE ${database} TEMPLATE ${template}`).catch((error: { code?: unknown }) => error)
    if (error === undefined) break
    if (error.code !== IN_USE || tries === 10) throw error
  }
  const connection: DatabaseAddress = { ...address, database }
  const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-test-'))
  const config: Config = { ...readConfig({}), dataDir, backupDir: join(dataDir, 'backups'), port: 0, logLevel: 'silent', ...overrides }
  const databaseAddress = await proxyDatabase(connection)
  const start = (port = config.port): Promise<App> =>
    createApp({
      config: { ...config, port },
      log: log ?? createLog(config.logLevel),
      connection: databaseAddress,
      pages,
      client,
      clock,
      // Whatever is printed on the console fails the test.
      onUnlistedError: (call, { error, reason }) => console.error(`${call} answers ${error} ${reason}, which its contract does not list`),
      heartbeat: heartbeat ? DEFAULT_HEARTBEAT : { interval: 0, timeout: 0 },
    })
  const testApp: TestApp = {
    app: await start(),
    endpoint: '',
    http: '',
    connection,
    dataDir,
    async settled() {
      await testApp.app.changeLog.catchUp()
      await testApp.app.live.views.idle()
    },
    async mails() {
      await testApp.app.features.accounts.mailQueue.idle()
      const outbox = join(dataDir, 'outbox')
      const files = readdirSync(dataDir).includes('outbox') ? readdirSync(outbox).filter(file => file.endsWith('.eml')) : []
      return Promise.all(files.sort().map(file => PostalMime.parse(readFileSync(join(outbox, file)))))
    },
    async linkToken(address) {
      const mail = (await testApp.mails()).filter(({ to }) => to?.some(each => each.address === address)).at(-1)
      const token = /#\/[a-z-]+\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
      if (token === undefined) throw new Error(`There is no link in the last mail to ${address}`)
      return token
    },
    startSecondNode: () => start(0),
    async restart() {
      await testApp.app.close()
      testApp.app = await start()
      updateAddresses()
    },
    async close() {
      await testApp.app.close()
      await sql(`DROP DATABASE ${database} WITH (FORCE)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  const updateAddresses = (): void => {
    testApp.endpoint = `ws://127.0.0.1:${testApp.app.port}/websocket`
    testApp.http = `http://127.0.0.1:${testApp.app.port}`
  }
  updateAddresses()
  return testApp
}
