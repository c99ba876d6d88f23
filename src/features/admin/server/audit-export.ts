import type { AuditFormat } from '#audit/contract.ts'
import type { AuditExport, AuditRow } from '#audit/server/api.ts'
import { BYTE_ORDER_MARK, type CsvCell, formatCsv } from '#platform/http/csv.ts'
import { hashToken } from '#platform/tokens.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import { auditDocument } from './publications.ts'
import type { AdminServices } from './services.ts'

/** Entries that are read and written at once. */
const BATCH = 500

const HEAD = ['at', 'by', 'by_id', 'action', 'subject_kind', 'subject_id', 'subject', 'about', 'about_id', 'details']

const toLine = ({ at, by, byName, action, subject, about, aboutName, details }: AuditRow): CsvCell[] => [
  at.toISOString(),
  byName ?? '',
  by ?? '',
  action,
  subject.kind,
  subject.id,
  subject.label ?? '',
  aboutName ?? '',
  about ?? '',
  JSON.stringify(details),
]

const toDocument = (row: AuditRow): string => `${JSON.stringify({ _id: row.id, ...auditDocument(row) })}\n`

const FORMATS: Record<AuditFormat, { type: string; head: string; write: (rows: readonly AuditRow[]) => string }> = {
  csv: { type: 'text/csv; charset=utf-8', head: BYTE_ORDER_MARK + formatCsv([HEAD]), write: rows => formatCsv(rows.map(toLine)) },
  ndjson: { type: 'application/x-ndjson; charset=utf-8', head: '', write: rows => rows.map(toDocument).join('') },
}

/** Serves downloads of the audit log, by links of `audit.export`, which work once. */
export function serveAuditExport({ database, http, clock, accounts, audit }: AdminServices): void {
  /** The bytes of a file, newest entry first. Entries that are written meanwhile are left out, because the next page begins after the last entry read. */
  async function* readBytes({ format, action, userId }: AuditExport): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder()
    const { head, write } = FORMATS[format]
    yield encoder.encode(head)
    for (let before: string | null = null; ; ) {
      const rows: AuditRow[] = await audit.list(database.db, { action, userId, before, limit: BATCH })
      if (rows.length > 0) yield encoder.encode(write(rows))
      if (rows.length < BATCH) return
      before = rows.at(-1)!.id
    }
  }

  http.get('/admin/log/exports/:token', async context => {
    // A link works once, and HEAD asks for nothing of it.
    if (context.req.method === 'HEAD') return context.body(null, 405, { allow: 'GET' })
    const found = await audit.takeExport(database.db, hashToken(context.req.param('token')), new Date(clock.now()))
    const person = found === null ? null : await accounts.getUser(found.madeBy)
    if (found === null || person === null || !hasGlobalRole(person.roles, ['admin']))
      return context.text('This download has ended. Ask for a new one on the page of the log.\n', 404, { 'cache-control': 'no-store' })
    return context.body(toStream(readBytes(found)), 200, {
      'content-type': FORMATS[found.format].type,
      'content-disposition': `attachment; filename="audit-log.${found.format}"`,
      'cache-control': 'no-store',
    })
  })
}

/** Reads the next part when the client has taken the one before. */
const toStream = (parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const next = await parts.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
