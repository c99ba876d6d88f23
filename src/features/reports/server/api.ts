import type { NewChange } from '../../../platform/db/change-log/write.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { ReportKind } from '../contract.ts'

/** A thing as a report speaks of it. */
export interface Subject {
  /** for a person: "1,234,560 on Medieval Madness by Ada" */
  label: string
  /** of its page */
  path: string
  /** whose it is: when that account is deleted the label goes with it */
  userId?: string | undefined
}

/** @param userId who asks; null: nobody who may see more than everybody. @returns null: there is no such thing for them */
export type ResolveSubject = (db: Db, subjectId: string, userId: string | null) => Promise<Subject | null>

/** A report that another feature makes on somebody's behalf. */
export interface NewReport {
  kind: ReportKind
  subjectId: string
  reason: string
  userId: string
}

/** What other features may ask of reports. */
export interface ReportsApi {
  /** Says what things of a kind are called and where they stand; once a kind. */
  subject(kind: ReportKind, resolve: ResolveSubject): void
  /** Opens a report inside the caller's transaction. @returns the news for its `appendChanges`. @throws DdpError 404 */
  open(tx: Db, report: NewReport): Promise<NewChange[]>
}
