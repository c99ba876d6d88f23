import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import PostalMime, { type Email } from 'postal-mime'
import { inject } from 'vitest'
import type { AppOptions } from '../../src/app/app.ts'
import { type App, createApp } from '../../src/app/app.ts'
import * as pages from '../../src/app/ssr-entry.tsx'
import type { Clock } from '../../src/ddp/timing/clock.ts'
import { systemClock } from '../../src/ddp/timing/system-clock.ts'
import { type Config, readConfig } from '../../src/platform/config/config.ts'
import type { DatabaseAddress } from '../../src/platform/db/pool.ts'
import { createLog, type Log } from '../../src/platform/log/log.ts'
import '../statements/collect.ts'

export interface World {
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
  /** Stops the application and starts it again on the same database. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface WorldOptions {
  config?: Partial<Config>
  clock?: Clock
  client?: AppOptions['client']
  /** name of a database to copy, instead of an empty site */
  template?: string
  /** default: a silent log */
  log?: Log
  /** returns the address by which the application reaches its database; default: the database itself */
  through?(connection: DatabaseAddress): Promise<DatabaseAddress>
}

/** The Postgres error code for a template database that other connections use. */
const IN_USE = '55006'

/** Starts the whole application in this process, with a database of its own. */
export async function createWorld({
  config: overrides = {},
  clock = systemClock,
  client = null,
  log,
  through = async direct => direct,
  ...begin
}: WorldOptions = {}): Promise<World> {
  const { template, ...address } = { ...inject('postgres'), ...begin }
  const database = `world_${randomUUID().replaceAll('-', '')}`
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
  const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-world-'))
  const config: Config = { ...readConfig({}), dataDir, port: 0, logLevel: 'silent', ...overrides }
  const reached = await through(connection)
  const start = (): Promise<App> => createApp({ config, log: log ?? createLog(config.logLevel), connection: reached, pages, client, clock })
  const world: World = {
    app: await start(),
    endpoint: '',
    http: '',
    connection,
    dataDir,
    async settled() {
      await world.app.feed.catchUp()
      await world.app.live.views.idle()
    },
    async mails() {
      await world.app.features.accounts.post.idle()
      const outbox = join(dataDir, 'outbox')
      const files = readdirSync(dataDir).includes('outbox') ? readdirSync(outbox).filter(file => file.endsWith('.eml')) : []
      return Promise.all(files.sort().map(file => PostalMime.parse(readFileSync(join(outbox, file)))))
    },
    async linkToken(address) {
      const mail = (await world.mails()).filter(({ to }) => to?.some(each => each.address === address)).at(-1)
      const token = /#\/[a-z-]+\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
      if (token === undefined) throw new Error(`There is no link in the last mail to ${address}`)
      return token
    },
    async restart() {
      await world.app.close()
      world.app = await start()
      name()
    },
    async close() {
      await world.app.close()
      await sql(`DROP DATABASE ${database} WITH (FORCE)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  const name = (): void => {
    world.endpoint = `ws://127.0.0.1:${world.app.port}/websocket`
    world.http = `http://127.0.0.1:${world.app.port}`
  }
  name()
  return world
}
