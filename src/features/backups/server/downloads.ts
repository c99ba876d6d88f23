import { Readable } from 'node:stream'
import type { Db } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { hashToken, newToken } from '#platform/tokens.ts'
import * as store from './store.ts'
import { type OpenTarget, openTarget } from './targets.ts'

/** ms for which a link works */
const LIFETIME_MS = 300_000

/** Links by which whoever knows them can download a backup, once. */
export class Downloads {
  readonly #platform: FeatureContext

  /** @param isAdmin tells whether a user may still download what a link of theirs is for */
  constructor(platform: FeatureContext, isAdmin: (userId: string) => Promise<boolean>) {
    this.#platform = platform
    platform.http.get('/backups/:token', async context => {
      // A link works once, and HEAD asks for nothing of it.
      if (context.req.method === 'HEAD') return context.body(null, 405, { allow: 'GET' })
      const gone = (): Response => context.text('This link has ended. Ask for a new one on the page of the backups.\n', 404)
      const { database, clock } = platform
      const link = await store.takeDownload(database.db, hashToken(context.req.param('token')), new Date(clock.now()))
      const row = link !== null && (await isAdmin(link.madeBy)) ? await store.findBackup(database.db, link.backupId) : null
      if (row === null || row.file === null) return gone()
      const target = this.#open()
      const file = await this.#read(target, row).catch(async (error: unknown) => {
        await target.close()
        throw error
      })
      if (file === null) {
        await target.close()
        return gone()
      }
      const body = Readable.from(file.chunks, { objectMode: false })
      body.once('close', () => void target.close())
      return context.body(Readable.toWeb(body) as ReadableStream, 200, {
        'content-type': 'application/x-tar',
        'content-length': String(file.bytes),
        'content-disposition': `attachment; filename="${row.file}"`,
        'cache-control': 'no-store',
      })
    })
  }

  /** True if this node can read the file of a backup. */
  async isThere({ target: id, file }: store.BackupRow): Promise<boolean> {
    const target = this.#open()
    try {
      return file !== null && target.id === id && (await target.has(file))
    } finally {
      await target.close()
    }
  }

  /** Makes a link in the caller's transaction. */
  async create(tx: Db, backupId: string, madeBy: string): Promise<{ url: string; expiresAt: Date }> {
    const now = this.#platform.clock.now()
    const token = newToken()
    const expiresAt = new Date(now + LIFETIME_MS)
    await store.insertDownload(tx, hashToken(token), { backupId, madeBy, expiresAt }, new Date(now))
    return { url: `/backups/${token}`, expiresAt }
  }

  #read(target: OpenTarget, { target: id, file }: store.BackupRow): ReturnType<OpenTarget['read']> {
    return target.id === id && file !== null ? target.read(file) : Promise.resolve(null)
  }

  #open(): OpenTarget {
    const { settings, config } = this.#platform
    return openTarget(settings.current().backups.target, config.backupDir)
  }
}
