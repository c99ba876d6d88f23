import { AUDIT_FEED, type AuditDoor } from './door.ts'
import { insertEntry, listEntries } from './store.ts'

export function startAudit(): AuditDoor {
  return {
    async write(tx, ...entries) {
      for (const entry of entries) await insertEntry(tx, entry)
      return entries.length === 0 ? [] : [{ kind: AUDIT_FEED, body: {} }]
    },
    list: listEntries,
  }
}
