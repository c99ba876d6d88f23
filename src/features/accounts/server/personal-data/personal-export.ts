import { strToU8 } from 'fflate'
import type { Hono } from 'hono'
import type { Clock } from '#ddp/timing/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { hashToken, newToken } from '#platform/tokens.ts'
import { listPasskeys } from '../passkeys/store.ts'
import { listIdentities } from '../providers/store.ts'
import { findTotp } from '../second-step/store.ts'
import { findExportToken, insertExportToken, listSessions } from '../sessions/token-store.ts'
import * as store from '../store.ts'
import { zipStream } from './zip-stream.ts'

/**
 * One feature's part of a user's data: values by file name, written as JSON. If a value is a function, it is called when its file is
 * written, and returns the bytes of the file, or null if the file no longer exists.
 */
export type ExportPart = (userId: string) => Promise<Record<string, unknown>>

const DOWNLOAD_LIFETIME = 15 * 60_000

/** Exports everything that is stored about a user as one zip file. */
export class PersonalExport {
  readonly #database: Database
  readonly #clock: Clock
  readonly #parts: ExportPart[] = []

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
    this.add(async userId => {
      const user = await store.findUser(database.db, { id: userId })
      const emails = await store.listEmails(database.db, userId)
      const sessions = await listSessions(database.db, userId)
      const passkeys = await listPasskeys(database.db, userId)
      const loginServices = await listIdentities(database.db, userId)
      return {
        'account.json': {
          ...user,
          emails,
          sessions: sessions.map(({ issuedAt, lastSeenAt, device, beganWith }) => ({ createdAt: issuedAt, lastSeenAt, device, beganWith })),
          passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
          loginServices,
          secondStepSince: (await findTotp(database.db, userId))?.enabledAt ?? null,
        },
      }
    })
  }

  add(part: ExportPart): void {
    this.#parts.push(part)
  }

  /** Creates a path from which anybody who knows it can download the zip, for a quarter of an hour. */
  async createDownload(userId: string): Promise<{ url: string; expiresAt: Date }> {
    const token = newToken()
    const expiresAt = new Date(this.#clock.now() + DOWNLOAD_LIFETIME)
    await insertExportToken(this.#database.db, hashToken(token), userId, expiresAt)
    return { url: `/exports/${token}`, expiresAt }
  }

  async *#files(userId: string): AsyncGenerator<[name: string, bytes: Uint8Array]> {
    for (const part of this.#parts)
      for (const [name, value] of Object.entries(await part(userId))) {
        const bytes: unknown = typeof value === 'function' ? await value() : strToU8(`${JSON.stringify(value, null, 2)}\n`)
        if (bytes !== null) yield [name, bytes as Uint8Array]
      }
  }

  registerRoute(http: Hono): void {
    http.get('/exports/:token', async context => {
      const found = await findExportToken(this.#database.db, hashToken(context.req.param('token')))
      if (found === null || found.expiresAt.getTime() <= this.#clock.now())
        return context.text('This download has ended. Ask for a new one on the page of your account.\n', 404)
      return context.body(zipStream(this.#files(found.userId)), 200, {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="skillshot.zip"',
        'cache-control': 'no-store',
      })
    })
  }
}
