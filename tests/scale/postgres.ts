import { execFile } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const DEBIAN = '/usr/lib/postgresql'

/** A system-installed Postgres with its own data folder, reached through a Unix socket in it. */
export interface Postgres {
  readonly url: string
  /** Makes a hot standby of it, which follows it over its socket. */
  startStandby(): Promise<Standby>
  start(): Promise<void>
  stop(): Promise<void>
  /** Stops it and removes its folder. */
  close(): Promise<void>
}

export interface Standby extends Omit<Postgres, 'startStandby'> {
  /** Makes it take writes; it no longer follows the other one. Resolves when it does. */
  promote(): Promise<void>
  /** Stops applying what it gets from the other one, until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
}

/** @throws Error if Postgres is not installed */
function programs(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const bin = versions.map(version => join(DEBIAN, version, 'bin')).find(dir => existsSync(join(dir, 'initdb')))
  if (bin === undefined) throw new Error('There is no Postgres here: apt-get install postgresql')
  return bin
}

/** A folder for one Postgres, and the programs that work on it as the user that may run them. */
function openFolder() {
  const bin = programs()
  const dir = mkdtempSync(join(tmpdir(), 'skillshot-scale-pg-'))
  const data = join(dir, 'data')
  const asRoot = process.getuid?.() === 0
  const give = (path: string): void => {
    if (!asRoot) return
    const { uid, gid } = statSync('/var/lib/postgresql')
    chownSync(path, uid, gid)
  }
  give(dir)
  const call = async (program: string, ...args: string[]): Promise<string> => {
    const command = [join(bin, program), ...args]
    const [file, ...rest] = asRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command] : command
    return (await promisify(execFile)(file!, rest, { cwd: '/' })).stdout
  }
  return { dir, data, give, call }
}

function control({ dir, data, call }: ReturnType<typeof openFolder>, settings: string): Omit<Postgres, 'startStandby'> {
  let running = false
  const stop = async (): Promise<void> => {
    running = false
    await call('pg_ctl', '-D', data, '-w', '-s', '-m', 'fast', 'stop')
  }
  return {
    url: `postgres://app@localhost:5432/postgres?host=${encodeURIComponent(dir)}`,
    async start() {
      await call('pg_ctl', '-D', data, '-w', '-s', '-l', join(dir, 'log'), '-o', `-k ${dir} ${settings}`, 'start')
      running = true
    },
    stop,
    async close() {
      if (running) await stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/**
 * @param durable true if a commit waits for the disk
 * @param prepare writes into the cluster's folder before the first start; Postgres becomes the owner of what it creates there
 */
export async function startPostgres(durable: boolean, prepare: (data: string) => void = () => {}): Promise<Postgres> {
  const folder = openFolder()
  const { data, give, call } = folder
  const settings = durable ? '' : '-c fsync=off'
  const postgres: Postgres = { ...control(folder, settings), startStandby: () => startStandby(folder.dir, settings) }
  await call('initdb', '-D', data, '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C')
  appendFileSync(join(data, 'postgresql.auto.conf'), `listen_addresses = ''\n`)
  prepare(data)
  for (const name of readdirSync(data)) give(join(data, name))
  await postgres.start()
  return postgres
}

async function startStandby(primaryFolder: string, settings: string): Promise<Standby> {
  const folder = openFolder()
  const { dir, data, call } = folder
  await call('pg_basebackup', '-h', primaryFolder, '-U', 'app', '-D', data, '-R', '-X', 'stream', '-c', 'fast')
  const run = (statement: string): Promise<string> => call('psql', '-h', dir, '-U', 'app', '-d', 'postgres', '-qtAc', statement)
  const standby = control(folder, settings)
  await standby.start()
  return {
    ...standby,
    promote: async () => void (await call('pg_ctl', '-D', data, '-w', '-s', 'promote')),
    pause: async () => void (await run('SELECT pg_wal_replay_pause()')),
    resume: async () => void (await run('SELECT pg_wal_replay_resume()')),
  }
}
