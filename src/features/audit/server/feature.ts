import { type AuditApi, auditChanged } from './api.ts'
import { hasEntry, insertEntry, insertExport, listEntries, takeExport } from './store.ts'

export function startAudit(): AuditApi {
  return {
    async write(tx, ...entries) {
      for (const entry of entries) await insertEntry(tx, entry)
      return entries.length === 0 ? [] : [auditChanged.of({})]
    },
    has: hasEntry,
    list: listEntries,
    addExport: insertExport,
    takeExport,
  }
}
