import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface ShellFiles {
  /** Origin of the mobile app's own files. */
  readonly url: string
  close(): Promise<void>
}

/**
 * Builds the mobile app's web files and serves them as the app does: every path without a file extension returns the document.
 * @param photo the photo that the camera takes
 */
export async function serveShell(photo: Buffer): Promise<ShellFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'skillshot-shell-'))
  await promisify(execFile)(process.execPath, ['mobile/build.mjs', folder], { cwd: root, env: { ...process.env, SKILLSHOT_PUSH: 'yes' } })
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shell.invalid')
    if (pathname.startsWith('/_capacitor_file_/')) return void response.setHeader('content-type', 'image/jpeg').end(photo)
    const file = extname(pathname) === '' ? '/index.html' : normalize(pathname)
    const content = await readFile(join(folder, file)).catch(() => null)
    if (content === null) return void response.writeHead(404).end()
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream').end(content)
  })
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        rmSync(folder, { recursive: true, force: true })
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
