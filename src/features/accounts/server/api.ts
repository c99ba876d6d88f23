import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { ChangeLogEntry } from '../../../platform/db/change-log/write.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Enrolment } from './account-invitations.ts'
import { type PlayerCard, type UserChange, userChanged } from './changes.ts'
import type { Also, DeletePart, Deleting } from './deletion.ts'
import type { ExportPart } from './export.ts'
import type { SignUpRule } from './service.ts'
import { describeDevice } from './user-agent.ts'
import type { UserSummary } from './user-cache.ts'

/** A user as others may know him. */
export interface KnownUser {
  id: string
  username: string
  displayName: string
  createdAt: Date
}

/** What other features may ask of accounts. */
export interface AccountsApi {
  /** cached; null when there is no such user */
  person(userId: string): Promise<UserSummary | null>
  userByName(username: string, db?: Db): Promise<KnownUser | null>
  /** Gives a user another display name, in the caller's transaction. The caller writes `userChanged`. */
  rename(tx: Db, userId: string, displayName: string): Promise<void>
  /**
   * What a feature takes back of a user who is deleted. Parts run in the order of their coming, and once more when what was under way has
   * `settled`.
   */
  onDelete(part: DeletePart, settled?: () => Promise<void>): void
  /** Asks a feature above whether somebody may sign up; there is one such feature. */
  onSignUp(rule: SignUpRule): void
  /** What a feature has of a user, for the export. */
  onExport(part: ExportPart): void
  /** @returns the news, committed. @throws DdpError 404 */
  deleteUser(deleting: Deleting, also?: Also): Promise<ChangeLogEntry[]>
  /** @param also not done for a user who is there already. @returns the news, committed. @throws DdpError 400, 403, 409 */
  enroll(enrolment: Enrolment, also?: Also): Promise<ChangeLogEntry[]>
  /** The token of a fresh enrolment link. */
  enrolLink(userId: string): Promise<string>
  /** Makes a service known to clients. */
  configureLoginService(service: string, fields: Fields): void
}

export type { Also, DeletePart, Deleting, Enrolment, ExportPart, SignUpRule, UserSummary }
export { describeDevice, type PlayerCard, type UserChange, userChanged }
