import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { inject } from 'vitest'
import { startPostgresProxy } from '../postgres-proxy.ts'
import { freePort } from '../scale/ports.ts'
import { waitUntil } from '../scale/wait.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const GAUGES = new URL('gauges.mjs', import.meta.url).href

/** State of the server's process. `loopMaxMs`: the longest delay of its event loop since the previous reading */
export interface Gauges {
  rssMb: number
  loopMaxMs: number
}

/** The built server in a process of its own, on a database of its own. */
export interface AttackedServer {
  readonly port: number
  /** `ws://…/websocket` */
  readonly endpoint: string
  readonly http: string
  readonly dataDir: string
  /** connects directly to the server's database */
  readonly pool: pg.Pool
  readonly alive: boolean
  /** everything it has written so far to stdout and stderr */
  readonly output: string
  /** @param settled whether garbage is collected before */
  gauges(settled?: boolean): Promise<Gauges>
  /** the resident memory in MB of the server and of the processes that it has started */
  memoryMb(): number
  /** Cuts the server off from its database: connections break, and new ones are refused. */
  disconnectDatabase(): void
  close(): Promise<void>
}

async function admin(text: string): Promise<void> {
  const { template, ...address } = inject('postgres')
  const client = new pg.Client({ ...address, database: 'postgres' })
  await client.connect()
  await client.query(text)
  await client.end()
}

const newName = (): string => `attacked_${randomUUID().replaceAll('-', '')}`

/** @param port where the database is reached over TCP */
function databaseUrl(database: string, port: number): string {
  const { user, password } = inject('postgres')
  const credentials = [user, ...(password === undefined ? [] : [password])].map(encodeURIComponent).join(':')
  return `postgres://${credentials}@127.0.0.1:${port}/${database}`
}

const startDatabaseProxy = () => startPostgresProxy(inject('postgres'))

/** Makes a database with the data of `npm run demo`, of which servers may start with copies. */
export async function createDemoTemplate(): Promise<{ template: string; drop(): Promise<void> }> {
  const template = newName()
  await admin(`CREATE DATABASE ${template} TEMPLATE ${inject('postgres').template}`)
  const proxy = await startDatabaseProxy()
  const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-security-'))
  await promisify(execFile)(process.execPath, [join(ROOT, 'dist/server/demo.js')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl(template, proxy.port),
    },
  })
  await proxy.close()
  rmSync(dataDir, { recursive: true, force: true })
  return { template, drop: () => admin(`DROP DATABASE ${template} WITH (FORCE)`) }
}

/**
 * @param nodeOptions further options of the server's Node.js
 * @param template the database of which the server gets a copy
 */
export async function startServer(
  env: Record<string, string> = {},
  nodeOptions = '',
  template = inject('postgres').template,
): Promise<AttackedServer> {
  const { template: _, ...address } = inject('postgres')
  const database = newName()
  await admin(`CREATE DATABASE ${database} TEMPLATE ${template}`)
  const proxy = await startDatabaseProxy()
  const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-security-'))
  const port = await freePort()
  const child = spawn(process.execPath, [join(ROOT, 'dist/server/server.js')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      NODE_OPTIONS: `--import=${GAUGES} ${nodeOptions}`,
      LOG_LEVEL: 'warn',
      ...env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl(database, proxy.port),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  await waitUntil('the server is ready', () => {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output}`)
    return output.includes('Skillshot is ready at')
  })
  const pool = new pg.Pool({ ...address, database, max: 2 })
  // The database may be dropped before a connection to it has ended; the connection then emits an error.
  pool.on('connect', client => client.on('error', () => {}))
  return {
    port,
    endpoint: `ws://127.0.0.1:${port}/websocket`,
    http: `http://127.0.0.1:${port}`,
    dataDir,
    pool,
    get alive() {
      return child.exitCode === null && child.signalCode === null
    },
    get output() {
      return output
    },
    gauges: (settled = false) => requestGauges(child, settled),
    memoryMb: () => [child.pid!, ...childrenOf(child.pid!)].reduce((sum, pid) => sum + residentMb(pid), 0),
    disconnectDatabase: proxy.refuseConnections,
    async close() {
      const ended = once(child, 'exit')
      if (child.kill('SIGTERM')) await ended
      await proxy.close()
      await pool.end()
      await admin(`DROP DATABASE ${database} WITH (FORCE)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const readProc = (path: string): string => {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    // The process has ended.
    return ''
  }
}

const residentMb = (pid: number): number => Number(/^VmRSS:\s*(\d+) kB$/m.exec(readProc(`${pid}/status`))?.[1] ?? 0) / 1024

/** A process is the child of the thread that started it. */
const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap(thread => readProc(`${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number))

let checks = 0

async function requestGauges(child: ChildProcess, settled: boolean): Promise<Gauges> {
  const id = ++checks
  child.send({ id, settled })
  for (;;) {
    const [answer] = (await once(child, 'message')) as [Gauges & { id: number }]
    if (answer.id === id) return answer
  }
}
