import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import { defineChange } from '#platform/db/change-log/define-change.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { signInFirst } from '#platform/live/call-errors.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import { noReportedThing, type ReportKind, reportIdUsed, reportsForModerators } from '../contract.ts'
import type { NewReport, ResolveSubject, Subject } from './api.ts'
import * as store from './store.ts'

/** Reports were added or closed. */
export const reportsChanged = defineChange<Record<string, never>>('report')
export const CHANGES: readonly NewChange[] = [reportsChanged.of({})]

/** @throws DdpError 401, 403 */
export async function requireModerator(accounts: AccountsApi, userId: string | null): Promise<string> {
  if (userId === null) throw signInFirst()
  const person = await accounts.getUser(userId)
  if (person === null || !hasGlobalRole(person.roles, ['moderator', 'admin'])) throw reportsForModerators()
  return userId
}

/** Knows what can be reported, and writes reports. */
export class Reports {
  readonly db: Db
  readonly accounts: AccountsApi
  readonly audit: AuditApi
  readonly #subjects = new Map<ReportKind, ResolveSubject>()

  constructor(db: Db, accounts: AccountsApi, audit: AuditApi) {
    this.db = db
    this.accounts = accounts
    this.audit = audit
  }

  registerSubject(kind: ReportKind, resolve: ResolveSubject): void {
    this.#subjects.set(kind, resolve)
  }

  /** @throws DdpError 404 */
  async open(tx: Db, report: NewReport): Promise<NewChange[]> {
    await this.insert(tx, uuidv7(), report)
    return [...CHANGES]
  }

  async removeUser(tx: Db, userId: string): Promise<NewChange[]> {
    return (await store.removeUserFromReports(tx, userId, 'Deleted player')) > 0 ? [...CHANGES] : []
  }

  /** Returns a subject as everybody may see it; null if it is gone or not visible to everybody. */
  async findSubject(db: Db, kind: ReportKind, subjectId: string): Promise<Subject | null> {
    return (await this.#subjects.get(kind)?.(db, subjectId, null)) ?? null
  }

  /** @returns false if the id is in use. @throws DdpError 404 */
  async insert(tx: Db, id: string, { kind, subjectId, reason, userId }: NewReport): Promise<boolean> {
    const subject: Subject | null = (await this.#subjects.get(kind)?.(tx, subjectId, userId)) ?? null
    if (subject === null) throw noReportedThing()
    return store.insertReport(tx, { id, kind, subjectId, reason, label: subject.label, about: subject.userId ?? null, by: userId })
  }

  /** @throws DdpError 409 when the id belongs to another report */
  async isResend(db: Db, id: string, { kind, subjectId, reason, userId }: NewReport): Promise<boolean> {
    const existing = await store.findReport(db, id)
    if (existing === null) return false
    if (existing.kind !== kind || existing.subjectId !== subjectId || existing.reason !== reason || existing.by !== userId)
      throw reportIdUsed()
    return true
  }
}
