import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs a program of Postgres. If the current user is root, it runs as `postgres`, because these programs refuse root. */
function call(program, ...args) {
  const asRoot = process.getuid?.() === 0
  const [command, ...rest] = asRoot
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args]
    : [program, ...args]
  const { status, stderr } = spawnSync(command, rest, { cwd: '/', encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
}

/**
 * Starts the system's Postgres on a temporary folder, passes its DATABASE_URL to `use`, and stops it afterwards.
 * @param {string} bin the folder of its programs
 * @param {(url: string) => Promise<void> | void} use
 */
export async function withSystemPostgres(bin, use) {
  const dir = mkdtempSync(join(tmpdir(), 'skillshot-pg-'))
  const data = join(dir, 'data')
  if (process.getuid?.() === 0) spawnSync('chown', ['postgres:postgres', dir])
  call(join(bin, 'initdb'), '-D', data, '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C')
  const settings = `-k ${dir} -c listen_addresses= -c fsync=off -c full_page_writes=off`
  call(join(bin, 'pg_ctl'), '-D', data, '-w', '-l', join(dir, 'log'), '-o', settings, 'start')
  try {
    await use(`postgres://app@localhost:5432/postgres?host=${encodeURIComponent(dir)}`)
  } finally {
    call(join(bin, 'pg_ctl'), '-D', data, '-w', '-m', 'fast', 'stop')
    rmSync(dir, { recursive: true, force: true })
  }
}
