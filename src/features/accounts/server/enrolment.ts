import type { Clock } from '../../../ddp/timing/clock.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { Database } from '../../../platform/db/database.ts'
import { emailProblem, usernameProblem } from '../rules.ts'
import type { Post } from './post.ts'
import * as store from './store.ts'
import { putPasswordToken } from './token-store.ts'
import { hashToken, newToken } from './tokens.ts'

export interface Enrolment {
  id: string
  username: string
  /** null: the link is handed over by other means */
  email: string | null
  roles?: object
}

/** Accounts that somebody else makes: their owners choose the password by a link. */
export class Enrolments {
  readonly #database: Database
  readonly #clock: Clock
  readonly #post: Post

  constructor(options: { database: Database; clock: Clock; post: Post }) {
    this.#database = options.database
    this.#clock = options.clock
    this.#post = options.post
  }

  /** Makes the account and, where it has an address, sends the link. The same again changes nothing. @throws DdpError 400, 403, 409 */
  async enroll({ id, username: name, email: given, roles }: Enrolment): Promise<void> {
    const username = name.normalize('NFC').trim()
    const email = given?.trim() ?? null
    const problem = usernameProblem(username)
    if (problem !== null) throw new DdpError(400, problem, [{ path: 'username', message: problem }])
    const wrong = email === null ? null : emailProblem(email)
    if (wrong !== null) throw new DdpError(400, wrong, [{ path: 'email', message: wrong }])
    await this.#database.transaction(async tx => {
      const known = await store.findUser(tx, { id })
      if (known !== null) {
        const [first] = await store.emailsOf(tx, id)
        if (known.username === username && (first?.address ?? null) === email) return
        throw new DdpError(409, 'This id was used for another user.')
      }
      if (await store.isTaken(tx, { username })) throw new DdpError(403, 'Username already exists.')
      if (email !== null && (await store.isTaken(tx, { email }))) throw new DdpError(409, 'This address has an account already.')
      await store.insertUser(tx, {
        id,
        username,
        displayName: username,
        profile: {},
        email,
        passwordHash: null,
        ...(roles === undefined ? {} : { roles }),
      })
      if (email !== null) await this.#post.ask(tx, 'enroll', id, email)
    })
    this.#post.deliver()
  }

  /** A fresh token for an account without a password; older ones are worth nothing after it. */
  async link(userId: string): Promise<string> {
    const token = newToken()
    const [email] = await store.emailsOf(this.#database.db, userId)
    await putPasswordToken(this.#database.db, hashToken(token), {
      userId,
      reason: 'enroll',
      address: email?.address ?? null,
      issuedAt: new Date(this.#clock.now()),
    })
    return token
  }
}
