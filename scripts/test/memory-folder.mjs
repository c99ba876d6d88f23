import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Linux mounts a file system in memory here. */
const MEMORY = '/dev/shm'
const DISK = '/tmp'
const PREFIX = 'skillshot-test-'

/** Bytes that must be free: the tests need less than half of it at once. */
const NEEDED = 4 * 2 ** 30

const availableMemory = () => Number(/^MemAvailable: +(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) * 1024

function hasRoom() {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= NEEDED && availableMemory() >= 2 * NEEDED
}

/** Removes the folders of runs that were killed. A folder's name has the number of its process. */
function removeAbandoned() {
  for (const name of readdirSync(MEMORY).filter(each => each.startsWith(PREFIX)))
    if (!existsSync(`/proc/${name.slice(PREFIX.length).split('-')[0]}`)) rmSync(join(MEMORY, name), { recursive: true, force: true })
}

/**
 * Lets this process and those that it starts put their temporary files into memory, if there is room and TMPDIR names no other folder.
 * The tests make thousands of files for each new site and database, most of them Postgres', and on some disks each new file takes nearly a
 * millisecond. The folder is removed when this process ends.
 * @returns variables of the environment for a suite that must have its temporary files on the disk
 */
export function putTemporaryFilesIntoMemory() {
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined) return {}
  if (existsSync(MEMORY)) removeAbandoned()
  if (!hasRoom()) return {}
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`))
  // If root runs the tests, Postgres runs as another user, which needs access to the folder.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  return { TMPDIR: DISK }
}
