import type { Invocation } from '#ddp/server/invocation.ts'
import type { ChangeLogEntry, NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { Locale } from '#platform/text/locales.ts'
import type { Enrollment } from './enrollments.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import type { DeletionHook, DeletionRequest, TransactionHook } from './personal-data/account-deletion.ts'
import type { ExportPart } from './personal-data/personal-export.ts'
import type { SignOutHook } from './sessions/sessions.ts'
import type { SignUpRule } from './sign-ups.ts'
import type { Suspension } from './suspensions/store.ts'
import type { UserSummary } from './user-cache.ts'
import type { BlockedNamesApi } from './usernames/blocked-names.ts'

/** The fields of a user that other users may see. */
export interface KnownUser {
  id: string
  username: string
  displayName: string
  createdAt: Date
}

/** What other features may call. */
export interface AccountsApi {
  /** cached; null when there is no such user. Who acts by a program that may not administer has only the roles that are left then. */
  getUser(userId: string): Promise<UserSummary | null>
  /** the language of the user's e-mails and notifications; null when the user has not chosen one, or there is no such user */
  getLocale(userId: string): Promise<Locale | null>
  findUserByName(username: string, db?: Db): Promise<KnownUser | null>
  /** Sets a user's display name in the caller's transaction. The caller writes `userChanged`. */
  rename(tx: Db, user: Pick<KnownUser, 'id' | 'username'>, displayName: string): Promise<void>
  /**
   * Registers what a feature removes when a user is deleted. All parts run in the order of their registration, and once more after every
   * `settled` has resolved, that is, when work that was under way has ended.
   */
  onDelete(hook: DeletionHook, settled?: () => Promise<void>): void
  /** Registers what ends with all sessions of a user: with a new password, a suspension, and when they sign out everywhere. */
  onSignOut(hook: SignOutHook): void
  /** Sets the rule that says which roles are left to somebody who may not administer; only one higher feature may do so. */
  onMayNotAdminister(rule: (roles: unknown) => unknown): void
  /** Sets the rule that decides who may sign up; only one higher feature may do so. */
  onSignUp(rule: SignUpRule): void
  /** Registers a feature's part of the export of a user's data. */
  onExport(hook: ExportPart): void
  /** @returns the change-log entries, already committed. @throws DdpError 404 */
  deleteUser(request: DeletionRequest, hook?: TransactionHook): Promise<ChangeLogEntry[]>
  /** @param hook not run if the user exists already. @returns the change-log entries, already committed. @throws DdpError 400, 403, 409 */
  enroll(enrollment: Enrollment, hook?: TransactionHook): Promise<ChangeLogEntry[]>
  /** Returns a new enrollment token; earlier ones become invalid. */
  enrollmentLink(userId: string): Promise<string>
  /** Locks a user until the transaction ends. @returns the user's roles; null when there is no such user */
  lock(tx: Db, userId: string): Promise<(Pick<KnownUser, 'id' | 'username'> & { roles: unknown }) | null>
  /** True for an account younger than a week without a confirmed e-mail address; false if there is no such user. */
  isNewcomer(db: Db, userId: string): Promise<boolean>
  /**
   * Suspends a user, whom the caller has locked, and ends all of the user's sessions. An earlier suspension is replaced.
   * @returns the changes to write
   */
  suspend(tx: Db, userId: string, suspension: Suspension): Promise<NewChange[]>
  /** Ends the suspension of a user whom the caller has locked. @returns the changes to write; none if the user is not suspended */
  liftSuspension(tx: Db, userId: string): Promise<NewChange[]>
  /** Ends all sessions of a user whom the caller has locked. @returns the changes to write */
  signOut(tx: Db, userId: string): Promise<NewChange[]>
  /** Turns the second step off and tells the owner by e-mail; the caller calls `drainMails` after the commit. @returns false if it was off */
  resetSecondStep(tx: Db, userId: string): Promise<boolean>
  /** Registers a feature's kind of e-mail. The caller of the function that it returns calls `drainMails` after the commit. */
  registerMail: MailQueue['register']
  /** Sends the e-mails that are due, in the background. */
  drainMails(): void
  /** Names, words and mail domains that are blocked. */
  blockedNames: BlockedNamesApi
  /**
   * Wants the caller to have signed in, or confirmed by `account.confirmSignIn`, within the last ten minutes.
   * @throws DdpError `fresh-sign-in-needed`
   */
  requireFreshSignIn(call: { invocation: Pick<Invocation, 'connection'> }): Promise<void>
}

export type { DeletionRequest }
