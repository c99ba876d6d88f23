import type { Clock } from '../../../ddp/timing/clock.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import { appendChanges, type ChangeLogEntry } from '../../../platform/db/change-log/write.ts'
import type { Database } from '../../../platform/db/database.ts'
import { LOOKALIKE } from '../contract.ts'
import { emailProblem, usernameProblem } from '../rules.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import type { Also } from './personal-data/deletion.ts'
import { hashToken, newToken } from './sessions/connection-registry.ts'
import { putPasswordToken } from './sessions/token-store.ts'
import * as store from './store.ts'
import { looksTaken } from './usernames/lookalikes.ts'

export interface Enrolment {
  id: string
  username: string
  email: string | null
  roles?: object
  /** false: no e-mail is sent even if there is an address; the caller hands over the link by other means */
  mail?: boolean
}

/** Accounts that are created for somebody else: the owner chooses the password through a link. */
export class Enrolments {
  readonly #database: Database
  readonly #clock: Clock
  readonly #post: MailQueue

  constructor(options: { database: Database; clock: Clock; post: MailQueue }) {
    this.#database = options.database
    this.#clock = options.clock
    this.#post = options.post
  }

  /**
   * Creates the account and, if it has an address, sends the link there. A repeated call with the same values changes nothing.
   * @returns the change-log entries, already committed. @throws DdpError 400, 403, 409
   */
  async enroll(
    { id, username: name, email: given, roles, mail = true }: Enrolment,
    also: Also = async () => [],
  ): Promise<ChangeLogEntry[]> {
    const username = name.normalize('NFC').trim()
    const email = given?.trim() ?? null
    const problem = usernameProblem(username)
    if (problem !== null) throw new DdpError(400, problem, [{ path: 'username', message: problem }])
    const wrong = email === null ? null : emailProblem(email)
    if (wrong !== null) throw new DdpError(400, wrong, [{ path: 'email', message: wrong }])
    let news: ChangeLogEntry[] = []
    try {
      news = await this.#database.transaction(async tx => {
        const more = roles === undefined ? {} : { roles }
        if (await looksTaken(tx, username, id)) throw new DdpError(403, LOOKALIKE, [{ path: 'username', message: LOOKALIKE }])
        await store.insertUser(tx, { id, username, displayName: username, profile: {}, email, passwordHash: null, ...more })
        if (email !== null && mail) await this.#post.enqueue(tx, 'enroll', id, email)
        return appendChanges(tx, await also(tx))
      })
    } catch (error) {
      const { constraint } = error as { constraint?: string }
      if (constraint === 'users_username_key_key') throw new DdpError(403, 'Username already exists.')
      if (constraint === 'user_emails_pkey') throw new DdpError(409, 'This address has an account already.')
      if (constraint !== 'users_pkey') throw error
      const known = await store.findUser(this.#database.db, { id })
      const [first] = await store.listEmails(this.#database.db, id)
      if (known?.username !== username || (first?.address ?? null) !== email) throw new DdpError(409, 'This id was used for another user.')
    }
    if (mail) this.#post.drain()
    return news
  }

  /**
   * Issues a new enrolment token, which the caller hands over; it proves no e-mail address. Earlier tokens become invalid. @throws DdpError
   * 404
   */
  async link(userId: string): Promise<string> {
    const token = newToken()
    await this.#database.transaction(async tx => {
      if ((await store.lockUser(tx, userId)) === null) throw new DdpError(404, 'There is no such user.')
      await putPasswordToken(tx, hashToken(token), { userId, reason: 'enroll', address: null, issuedAt: new Date(this.#clock.now()) })
    })
    return token
  }
}
