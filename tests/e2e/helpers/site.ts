import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import PostalMime, { type Email } from 'postal-mime'
import { inject } from 'vitest'
import { pauseDatabase } from '../../pause-database.ts'
import { freePort } from '../../scale/ports.ts'
import { type SiteServer, startServer, startSharedServer } from './site-server.ts'

export interface Site {
  readonly url: string
  readonly endpoint: string
  readonly dataDir: string
  /** The output of the newest start so far, including its log. */
  readonly output: string
  /** The mails in the outbox, oldest first. */
  mails(): Promise<Email[]>
  /** Runs `npm run admin -- …` beside the server. @returns its output; rejects if it fails */
  admin(...args: string[]): Promise<string>
  /** Starts the server again with the same port and data. @param from the folder of another build */
  start(from?: string): Promise<void>
  /** Makes the server read its build again (SIGHUP); only that of another program than this repository's. */
  reloadBuild(): void
  /** Suspends the site's Postgres (SIGSTOP). @returns a function that resumes it */
  pauseDatabase(): () => void
  /** Stops the server but keeps its data. */
  stop(): Promise<void>
  close(): Promise<void>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Starts the built server with the embedded Postgres, in a temporary data folder. That folder is a copy of the folder of a site after its
 * first start, unless this shall be a first start. A first start and an installation elsewhere get a process as an operator starts it; the
 * servers of other sites run one after the other in a process that their test files share.
 * @param program the folder in which the product is installed
 */
export async function startSite(
  env: Record<string, string> = {},
  { program = root, firstStart = false }: { program?: string; firstStart?: boolean } = {},
): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-e2e-'))
  chmodSync(dataDir, 0o755)
  // Node's copy functions do not preserve file owners, which Postgres checks.
  if (!firstStart) execFileSync('cp', ['-a', '--reflink=auto', `${inject('siteTemplate')}/.`, dataDir])
  const port = await freePort()
  const environment = { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', ...env }
  const outbox = join(dataDir, 'outbox')
  let server: SiteServer | null = null
  let output = ''
  const site: Site = {
    url: `http://localhost:${port}`,
    endpoint: `ws://localhost:${port}/websocket`,
    dataDir,
    get output() {
      return output
    },
    mails: () => {
      const files = existsSync(outbox) ? readdirSync(outbox).filter(file => /^[^.].*\.eml$/.test(file)) : []
      return Promise.all(files.sort().map(file => PostalMime.parse(readFileSync(join(outbox, file)))))
    },
    admin: (...args) =>
      new Promise((resolve, reject) =>
        execFile(process.execPath, ['scripts/run.mjs', 'admin', ...args], { cwd: root, env: environment }, (error, out) =>
          error === null ? resolve(out) : reject(error),
        ),
      ),
    start: async (from = program) => {
      output = ''
      const start = from === root && !firstStart ? startSharedServer : startServer
      server = await start(from, {
        environment,
        onOutput: text => {
          output += text
        },
      })
    },
    reloadBuild: () => server?.reloadBuild(),
    pauseDatabase: () => pauseDatabase(dataDir),
    stop: async () => server?.stop(),
    async close() {
      await site.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await site.start()
  return site
}
