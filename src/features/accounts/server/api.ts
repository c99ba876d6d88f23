import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { ChangeLogEntry } from '../../../platform/db/change-log/write.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Enrolment } from './account-invitations.ts'
import { type PlayerCard, type UserChange, userChanged } from './changes.ts'
import type { DeletionHook, DeletionRequest, TransactionHook } from './personal-data/deletion.ts'
import type { ExportPart } from './personal-data/export.ts'
import type { SignUpRule } from './service.ts'
import { describeDevice } from './sessions/user-agent.ts'
import type { UserSummary } from './user-cache.ts'

/** The fields of a user that other users may see. */
export interface KnownUser {
  id: string
  username: string
  displayName: string
  createdAt: Date
}

/** What other features may call. */
export interface AccountsApi {
  /** cached; null when there is no such user */
  person(userId: string): Promise<UserSummary | null>
  userByName(username: string, db?: Db): Promise<KnownUser | null>
  /** Sets a user's display name in the caller's transaction. The caller writes `userChanged`. */
  rename(tx: Db, userId: string, displayName: string): Promise<void>
  /**
   * Registers what a feature removes when a user is deleted. All parts run in the order of their registration, and once more after every
   * `settled` has resolved, that is, when work that was under way has ended.
   */
  onDelete(hook: DeletionHook, settled?: () => Promise<void>): void
  /** Sets the rule that decides who may sign up; only one higher feature may do so. */
  onSignUp(rule: SignUpRule): void
  /** Registers a feature's part of the export of a user's data. */
  onExport(hook: ExportPart): void
  /** @returns the change-log entries, already committed. @throws DdpError 404 */
  deleteUser(request: DeletionRequest, hook?: TransactionHook): Promise<ChangeLogEntry[]>
  /** @param hook not run if the user exists already. @returns the change-log entries, already committed. @throws DdpError 400, 403, 409 */
  enroll(enrolment: Enrolment, hook?: TransactionHook): Promise<ChangeLogEntry[]>
  /** Returns a new enrolment token; earlier ones become invalid. */
  enrolLink(userId: string): Promise<string>
  /** Publishes the configuration of a login service to clients. */
  configureLoginService(service: string, fields: Fields): void
}

export { dropRolesOf, writeUserRoles } from './user-roles.ts'
export type { DeletionRequest }
export { describeDevice, type PlayerCard, type UserChange, userChanged }
