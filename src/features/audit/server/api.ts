import { defineChange } from '../../../platform/db/change-log/define-change.ts'
import type { NewChange } from '../../../platform/db/change-log/write.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { AuditAction, AuditSubject } from '../contract.ts'

/** Something was written into the log. */
export const auditChanged = defineChange<Record<string, never>>('audit')

/** Something that somebody did by a role of the site. Holds no user's name: names are looked up when it is read, and go with their users. */
export interface AuditEntry {
  /** who did it; null: whoever runs the server, by the command line */
  by: string | null
  action: AuditAction
  subject: {
    kind: AuditSubject
    id: string
    /** for a person, without anybody's name: "1,234,560 on Medieval Madness"; null: a user, known by name */
    label: string | null
  }
  /** whom it is about */
  about?: string | null
  /** as JSON: what changed */
  details?: object
}

/** An entry as it is read; names are null where their users are gone. */
export interface AuditRow extends Required<AuditEntry> {
  id: string
  at: Date
  byName: string | null
  aboutName: string | null
}

export interface AuditFilter {
  action: AuditAction | null
  /** who did it, or whom it is about */
  userId: string | null
  /** an entry's id */
  before: string | null
  limit: number
}

/** What other features may ask of the audit log. */
export interface AuditApi {
  /** Writes entries down inside the transaction that does what they tell of. @returns the news for its `appendChanges` */
  write(tx: Db, ...entries: readonly AuditEntry[]): Promise<NewChange[]>
  /** Newest first. */
  list(db: Db, filter: AuditFilter): Promise<AuditRow[]>
}
