import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installPeer, type Program, runCommand, startProgram } from '../lib/program.ts'

/** Starts Next in production mode, as described in its guide on self-hosting; builds it first if needed. */
export async function startNext(): Promise<Program> {
  const folder = installPeer('next')
  const next = 'node_modules/next/dist/bin/next'
  const environment = { NEXT_TELEMETRY_DISABLED: '1' }
  if (!existsSync(join(folder, '.next/BUILD_ID'))) runCommand(folder, process.execPath, next, 'build')
  return startProgram({
    args: [next, 'start', '-p', '0', '-H', '127.0.0.1'],
    folder,
    environment,
    ready: /http:\/\/127\.0\.0\.1:(\d+)[\s\S]*Ready in/,
  })
}
