import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installed, type Program, run, start } from '../lib/program.ts'

/** Starts Next in production mode, as described in its guide on self-hosting; builds it first if needed. */
export async function startNext(): Promise<Program> {
  const folder = installed('next')
  const next = 'node_modules/next/dist/bin/next'
  const environment = { NEXT_TELEMETRY_DISABLED: '1' }
  if (!existsSync(join(folder, '.next/BUILD_ID'))) run(folder, process.execPath, next, 'build')
  return start({
    words: [next, 'start', '-p', '0', '-H', '127.0.0.1'],
    folder,
    environment,
    ready: /http:\/\/127\.0\.0\.1:(\d+)[\s\S]*Ready in/,
  })
}
