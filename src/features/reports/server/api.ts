import type { ChangeRule } from '#platform/db/change-log/define-change.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { ReportKind } from '../contract.ts'

/** The subject of a report. */
export interface Subject {
  /** describes it to a person: "1,234,560 on Medieval Madness by Ada" */
  label: string
  /** path of its page */
  path: string
  /** the user to whom it belongs: when that account is deleted, the label is replaced */
  userId?: string | undefined
  /** id of a thing that shows the subject, by whose changes the subject may vanish too */
  shownBy?: string | undefined
}

/**
 * @param userId the user who asks; null: nobody in particular, who may see only what everybody may. @returns null if the subject does not
 * exist for that user
 */
export type ResolveSubject = (db: Db, subjectId: string, userId: string | null) => Promise<Subject | null>

/** A report that another feature creates on behalf of a user. */
export interface NewReport {
  kind: ReportKind
  subjectId: string
  reason: string
  userId: string
}

/** What other features may call. */
export interface ReportsApi {
  /**
   * Registers the function that finds the name and the page of subjects of a kind; once for each kind.
   * @param changes the changes by which subjects vanish or appear; their keys are ids of subjects, or of what shows them (`shownBy`)
   */
  registerSubject(kind: ReportKind, resolve: ResolveSubject, changes: readonly ChangeRule[]): void
  /** Names more such changes, for subjects that belong to several features. */
  followSubjects(changes: readonly ChangeRule[]): void
  /** Creates a report in the caller's transaction. @returns the changes for its `appendChanges`. @throws DdpError 404 */
  open(tx: Db, report: NewReport): Promise<NewChange[]>
  /** Counts the reports that no moderator has closed. */
  countOpen(db: Db): Promise<number>
}
