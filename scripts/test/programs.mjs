import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Programs of the system that suites need. Each function returns whether they are installed, or where. */

export const chromium = () =>
  [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    path => path && existsSync(path),
  ) ?? null

export const ceph = () =>
  ['radosgw', 'radosgw-admin', 'ceph', 'ceph-mon', 'ceph-osd'].every(program => existsSync(join('/usr/bin', program)))

export const redis = () => ['/usr/bin', '/usr/local/bin'].some(dir => existsSync(join(dir, 'redis-server')))

export const pgbouncer = () => existsSync('/usr/sbin/pgbouncer')

/** The folder of the newest Postgres programs from Debian. @returns {string | null} */
export function postgres() {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return null
  const versions = readdirSync(base).sort((a, b) => Number(b) - Number(a))
  return versions.map(version => join(base, version, 'bin')).find(bin => existsSync(join(bin, 'initdb'))) ?? null
}
