import { defineChange } from '#platform/db/change-log/define-change.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { AuditAction, AuditFormat, AuditSubject } from '../contract.ts'

/** An entry was added to the audit log. */
export const auditChanged = defineChange<Record<string, never>>('audit')

/**
 * An action of a user by a role of the site. It contains no user names: they are looked up when the log is read, and vanish with their
 * users.
 */
export interface AuditEntry {
  /** the user who did it; null: the operator of the server, by the command line */
  by: string | null
  action: AuditAction
  subject: {
    kind: AuditSubject
    id: string
    /** text for display, without a user's name: "1,234,560 on Medieval Madness"; null: the subject is a user, whose name is looked up */
    label: string | null
  }
  /** the user whom it concerns */
  about?: string | null
  /** what changed, as a value for JSON */
  details?: object
}

/** An entry as it is read; a name is null if its user has been deleted. */
export interface AuditRow extends Required<AuditEntry> {
  id: string
  at: Date
  byName: string | null
  aboutName: string | null
}

export interface AuditFilter {
  action: AuditAction | null
  /** the user who did it, or whom it concerns */
  userId: string | null
  /** an entry's id */
  before: string | null
  limit: number
}

/** A download of the log. @property madeBy the administrator who asked for it */
export interface AuditExport extends Pick<AuditFilter, 'action' | 'userId'> {
  madeBy: string
  format: AuditFormat
}

/** What other features may call. */
export interface AuditApi {
  /** Writes entries in the transaction that does what they record. @returns the changes for its `appendChanges` */
  write(tx: Db, ...entries: readonly AuditEntry[]): Promise<NewChange[]>
  /** True if this user has done this to this subject. */
  has(db: Db, entry: { by: string; action: AuditAction; subject: Pick<AuditEntry['subject'], 'kind' | 'id'> }): Promise<boolean>
  /** Newest first. */
  list(db: Db, filter: AuditFilter): Promise<AuditRow[]>
  /** Stores the link of a download. @param link by the hash of its token */
  addExport(tx: Db, link: AuditExport & { hashedToken: string; expiresAt: Date }, now: Date): Promise<void>
  /** Uses up the link of a download. @returns null if it was used, has ended, or never was */
  takeExport(db: Db, hashedToken: string, now: Date): Promise<AuditExport | null>
}
