import { execFile } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const DEBIAN = '/usr/lib/postgresql'

/** A system-installed Postgres with its own data folder, reached through a Unix socket in it. */
export interface Postgres {
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Stops it and removes its folder. */
  close(): Promise<void>
}

/** @throws Error if Postgres is not installed */
function programs(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const bin = versions.map(version => join(DEBIAN, version, 'bin')).find(dir => existsSync(join(dir, 'initdb')))
  if (bin === undefined) throw new Error('There is no Postgres here: apt-get install postgresql')
  return bin
}

/**
 * @param durable true if a commit waits for the disk
 * @param prepare writes into the cluster's folder before the first start; Postgres becomes the owner of what it creates there
 */
export async function startPostgres(durable: boolean, prepare: (data: string) => void = () => {}): Promise<Postgres> {
  const bin = programs()
  const dir = mkdtempSync(join(tmpdir(), 'skillshot-scale-pg-'))
  const asRoot = process.getuid?.() === 0
  const give = (path: string): void => {
    if (!asRoot) return
    const { uid, gid } = statSync('/var/lib/postgresql')
    chownSync(path, uid, gid)
  }
  give(dir)
  const call = async (program: string, ...args: string[]): Promise<void> => {
    const command = [join(bin, program), '-D', join(dir, 'data'), ...args]
    const [file, ...rest] = asRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command] : command
    await promisify(execFile)(file!, rest, { cwd: '/' })
  }
  const settings = `-k ${dir} ${durable ? '' : '-c fsync=off'}`
  let running = false
  const postgres: Postgres = {
    url: `postgres://app@localhost:5432/postgres?host=${encodeURIComponent(dir)}`,
    async start() {
      await call('pg_ctl', '-w', '-s', '-l', join(dir, 'log'), '-o', settings, 'start')
      running = true
    },
    async stop() {
      running = false
      await call('pg_ctl', '-w', '-s', '-m', 'fast', 'stop')
    },
    async close() {
      if (running) await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
  await call('initdb', '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C')
  const data = join(dir, 'data')
  appendFileSync(join(data, 'postgresql.auto.conf'), `listen_addresses = ''\n`)
  prepare(data)
  for (const name of readdirSync(data)) give(join(data, name))
  await postgres.start()
  return postgres
}
