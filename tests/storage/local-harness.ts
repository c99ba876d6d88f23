import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { type ManualClock, manualClock } from '#ddp/timing/manual-clock.ts'
import { listen } from '#platform/http/listen.ts'
import { createHttp } from '#platform/http/server.ts'
import { createLog } from '#platform/log/log.ts'
import { LocalDisk } from '#platform/storage/local-disk.ts'
import { pictureRoute } from '#platform/storage/picture-route.ts'
import { uploadRoute } from '#platform/storage/upload-route.ts'
import { APP_ORIGIN, type StorageHarness } from './harness.ts'

export interface LocalHarness extends StorageHarness {
  storage: LocalDisk
  root: string
  port: number
  clock: ManualClock
}

/** The secret with which the forms of this disk are signed. */
export const LOCAL_SECRET = { keyId: 'skillshot', secret: 'of the disk', region: 'us-local-1', bucket: 'skillshot' }

/** The files of a folder that this process has open. */
function openFiles(root: string): string[] {
  if (!existsSync('/proc/self/fd')) return []
  return readdirSync('/proc/self/fd').flatMap(fd => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(root) ? [`open: ${path}`] : []
    } catch {
      return []
    }
  })
}

/** Starts the local disk behind our HTTP server. */
export async function startLocalHarness(maxBytes = 2 * 1024 * 1024): Promise<LocalHarness> {
  const root = await mkdtemp(join(tmpdir(), 'skillshot-disk-'))
  const clock = manualClock(Date.now())
  let site = ''
  const storage = new LocalDisk({ root, secret: () => LOCAL_SECRET.secret, clock, address: () => site })
  const routes = new Hono()
  routes.route('/', uploadRoute({ disk: storage, clock, maxBytes, originAllowed: origin => origin === APP_ORIGIN }))
  routes.route('/', pictureRoute(storage))
  const http = createHttp({
    routes,
    origins: storage.origins,
    clientDir: null,
    page: async () => ({ status: 404, html: Buffer.from('a page of the site') }),
    ready: async () => true,
    log: createLog('silent'),
  })
  const port = await listen(http, 0, '127.0.0.1')
  site = `http://127.0.0.1:${port}`
  return {
    storage,
    secret: storage.secret,
    site,
    root,
    port,
    clock,
    now: clock.now,
    async leftovers() {
      const parts = await readdir(join(root, '.parts')).catch(() => [])
      return [...parts.map(name => `.parts/${name}`), ...openFiles(root)]
    },
    async close() {
      http.closeAllConnections()
      await new Promise(resolve => http.close(resolve))
      await rm(root, { recursive: true, force: true })
    },
  }
}
