import type { Clock } from '#ddp/timing/clock.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { toFieldProblem } from '#platform/live/contract.ts'
import type { Locale } from '#platform/text/locales.ts'
import { hashToken, newToken } from '#platform/tokens.ts'
import { emailTaken, noUser, userIdUsed } from '../contract/errors.ts'
import { nameLookalike, nameTaken } from '../contract/protocol-errors.ts'
import { emailProblem, usernameProblem } from '../rules.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import type { TransactionHook } from './personal-data/account-deletion.ts'
import { putPasswordToken } from './sessions/token-store.ts'
import * as store from './store.ts'
import { hasLookalike } from './usernames/lookalikes.ts'

/** SQLSTATE unique_violation */
const UNIQUE_VIOLATION = '23505'

export interface Enrollment {
  id: string
  username: string
  email: string | null
  roles?: object
  /** the language of the e-mail, and of later ones until the user chooses another */
  locale?: Locale | null
  /** false: no e-mail is sent even if there is an address; the caller hands over the link by other means */
  mail?: boolean
}

/** Accounts that are created for somebody else: the owner chooses the password through a link. */
export class Enrollments {
  readonly #database: Database
  readonly #clock: Clock
  readonly #mailQueue: MailQueue

  constructor(options: { database: Database; clock: Clock; mailQueue: MailQueue }) {
    this.#database = options.database
    this.#clock = options.clock
    this.#mailQueue = options.mailQueue
  }

  /**
   * Creates the account and, if it has an address, sends the link there. A repeated call with the same values changes nothing.
   * @returns the change-log entries, already committed. @throws DdpError 400, 403, 409
   */
  async enroll(
    { id, username: name, email: given, roles, locale = null, mail = true }: Enrollment,
    hook: TransactionHook = async () => [],
  ): Promise<ChangeLogEntry[]> {
    const username = name.normalize('NFC').trim()
    const email = given?.trim() ?? null
    const usernameError = usernameProblem(username)
    if (usernameError !== null) throw new DdpError(400, usernameError, [toFieldProblem('username', usernameError)])
    const emailError = email === null ? null : emailProblem(email)
    if (emailError !== null) throw new DdpError(400, emailError, [toFieldProblem('email', emailError)])
    let changes: ChangeLogEntry[] = []
    try {
      changes = await this.#database.transaction(async tx => {
        if (await wasEnrolled(tx, id, username, email)) return []
        const rolesField = roles === undefined ? {} : { roles }
        if (await hasLookalike(tx, username, id))
          throw new DdpError(403, nameLookalike.reason, [{ path: 'username', message: nameLookalike.reason }])
        await store.insertUser(tx, { id, username, displayName: username, profile: {}, email, passwordHash: null, locale, ...rolesField })
        if (email !== null && mail) await this.#mailQueue.enqueue(tx, 'enroll', id, email)
        return appendChanges(tx, await hook(tx))
      })
    } catch (error) {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
      // Which of several keys Postgres names depends on the order in which they were created, so the answer does not.
      const { db } = this.#database
      if (!(await wasEnrolled(db, id, username, email))) {
        if (await store.isTaken(db, { username })) throw nameTaken()
        if (email !== null && (await store.isTaken(db, { email }))) throw emailTaken()
        throw error
      }
    }
    if (mail) this.#mailQueue.drain()
    return changes
  }

  /**
   * Issues a new enrollment token, which the caller hands over; it proves no e-mail address. Earlier tokens become invalid. @throws DdpError
   * 404
   */
  async issueLink(userId: string): Promise<string> {
    const token = newToken()
    await this.#database.transaction(async tx => {
      if ((await store.lockUser(tx, userId)) === null) throw noUser()
      await putPasswordToken(tx, hashToken(token), { userId, reason: 'enroll', address: null, issuedAt: new Date(this.#clock.now()) })
    })
    return token
  }
}

/** @returns true if exactly this user was enrolled by this id. @throws DdpError 409 if the id was used for another user */
async function wasEnrolled(db: Db, id: string, username: string, email: string | null): Promise<boolean> {
  if (!(await store.isTaken(db, { id }))) return false
  const existing = await store.findUser(db, { id })
  const [first] = await store.listEmails(db, id)
  if (existing?.username !== username || (first?.address ?? null) !== email) throw userIdUsed()
  return true
}
