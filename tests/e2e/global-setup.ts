import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data folder of a stopped site after its first start. */
    siteTemplate: string
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Builds the product and creates the data folder that every test site starts with a copy of. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { NODE_ENV, ...env } = process.env
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: root, env })
  const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-template-'))
  // If root starts the tests, Postgres runs as another user, which needs access to the folder.
  chmodSync(dataDir, 0o755)
  await startOnce(dataDir)
  project.provide('siteTemplate', dataDir)
  return () => rmSync(dataDir, { recursive: true, force: true })
}

/** Starts the site in an empty folder and stops it when its first start is complete. */
async function startOnce(dataDir: string): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const server = spawn(process.execPath, ['scripts/run.mjs', 'server'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  let output = ''
  // Waits for the line after the one that reports readiness; the first start is complete then.
  const started = new Promise<void>(resolve => {
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('#/enroll-account/')) resolve()
    })
  })
  await Promise.race([started, ended])
  server.kill('SIGTERM')
  const [code] = await ended
  if (code !== 0) throw new Error(`The template site ended with ${code}: ${output}`)
}
