import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './ports.ts'
import { waitUntil } from './wait.ts'

/** A PgBouncer in front of a Postgres, with the settings that it has by itself. */
export interface PgBouncer {
  readonly url: string
  /** The port at which it listens. */
  readonly port: number
  close(): Promise<void>
}

const listensAt = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })

/** @param postgresUrl address of the Postgres, whose `host` parameter is the folder of its socket */
export async function startPgBouncer(postgresUrl: string, mode: 'session' | 'transaction' | 'statement'): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'skillshot-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const socket = new URL(postgresUrl).searchParams.get('host')!
  const settings = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `postgres = host=${socket} user=app`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
  ]
  writeFileSync(settings, `${lines.join('\n')}\n`)
  // It refuses to run as root.
  const asRoot = process.getuid?.() === 0
  const command = ['/usr/sbin/pgbouncer', '-q', settings]
  const [file, ...args] = asRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command] : command
  const child: ChildProcess = spawn(file!, args, { cwd: '/', stdio: 'ignore' })
  await waitUntil('PgBouncer listens', () => listensAt(port))
  return {
    url: `postgres://app@127.0.0.1:${port}/postgres`,
    port,
    async close() {
      const ended = once(child, 'exit')
      if (child.kill('SIGKILL')) await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
