import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Site {
  readonly url: string
  readonly endpoint: string
  /** Starts it again on the same port and data. */
  start(): Promise<void>
  /** Ends the server but keeps its data. */
  stop(): Promise<void>
  close(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** The product as a user starts it: the built server on the embedded Postgres, in a folder of its own. */
export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-e2e-'))
  chmodSync(dataDir, 0o755)
  const port = await freePort()
  let child: ChildProcess | null = null
  const site: Site = {
    url: `http://localhost:${port}`,
    endpoint: `ws://localhost:${port}/websocket`,
    start: () =>
      new Promise((resolve, reject) => {
        const started = spawn(process.execPath, ['scripts/run.mjs', 'server'], {
          cwd: root,
          env: { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', ...env },
        })
        child = started
        let output = ''
        started.stderr.on('data', chunk => {
          output += chunk
        })
        started.stdout.on('data', chunk => {
          if (String(chunk).includes('Skillshot is ready at')) resolve()
        })
        started.once('exit', code => reject(new Error(`The server ended with ${code}: ${output}`)))
      }),
    stop: () =>
      new Promise(resolve => {
        if (child === null || child.exitCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
    async close() {
      await site.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await site.start()
  return site
}
