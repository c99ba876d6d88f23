import { Readable } from 'node:stream'
import type { FeatureContext } from '#platform/feature-context.ts'
import { hashToken } from '#platform/tokens.ts'
import { currentTarget } from './backups.ts'
import * as store from './store.ts'
import type { OpenTarget } from './targets.ts'

/**
 * Serves the links by which whoever knows them can download a backup, once.
 * @param isAdmin tells whether a user may still download what a link of theirs is for
 */
export function serveDownloads(platform: FeatureContext, isAdmin: (userId: string) => Promise<boolean>): void {
  const { http, database, clock } = platform
  http.get('/backups/:token', async context => {
    // A link works once, and HEAD asks for nothing of it.
    if (context.req.method === 'HEAD') return context.body(null, 405, { allow: 'GET' })
    const gone = (): Response => context.text('This link has ended. Ask for a new one on the page of the backups.\n', 404)
    const link = await store.takeDownload(database.db, hashToken(context.req.param('token')), new Date(clock.now()))
    const row = link !== null && (await isAdmin(link.madeBy)) ? await store.findBackup(database.db, link.backupId) : null
    if (row === null || row.file === null) return gone()
    const target = currentTarget(platform)
    const file = await read(target, row).catch(async (error: unknown) => {
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

const read = (target: OpenTarget, { target: id, file }: store.BackupRow): ReturnType<OpenTarget['read']> =>
  target.id === id && file !== null ? target.read(file) : Promise.resolve(null)
