import { sql } from 'kysely'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Clock } from '../../../../ddp/timing/clock.ts'
import type { Database, Db } from '../../../../platform/db/database.ts'
import { type Job, startIntervalJob } from '../../../../platform/jobs/interval-job.ts'
import type { Log } from '../../../../platform/log/log.ts'
import { currentRequest, runInContext } from '../../../../platform/log/request-context.ts'
import type { EmailContent } from '../../../../platform/mail/email-template.ts'
import type { Mailer } from '../../../../platform/mail/mail.ts'
import { MailError } from '../../../../platform/mail/mail-error.ts'
import type { PubSub } from '../../../../platform/pubsub/pubsub.ts'
import { uuidv7 } from '../../../../platform/uuid.ts'
import { foldName } from '../../rules.ts'
import { hashToken, newToken } from '../sessions/connection-registry.ts'
import { insertEmailToken, putPasswordToken } from '../sessions/token-store.ts'
import { findEmail, findUser, lockUser } from '../store.ts'
import {
  addressTakenLetter,
  changeAddressLetter,
  enrollLetter,
  passwordChangedLetter,
  resetLetter,
  verifyLetter,
} from './email-templates.ts'

/** What an e-mail is about; the texts are in email-templates.ts. */
export type MailKind = 'verify' | 'change-address' | 'reset' | 'enroll' | 'password-changed' | 'address-taken'

interface MailJob {
  id: string
  /** null: the owner of the address, if there is one */
  userId: string | null
  kind: MailKind
  address: string
  tries: number
  /** id of the request that caused it */
  requestId: string | null
}

export interface PostOptions {
  database: Database
  clock: Clock
  log: Log
  mailer: Mailer
  bus: Pick<PubSub, 'limiter'>
  /** public address of the site, without a trailing slash */
  address: () => string
  /** true if the number of e-mails that anybody can cause is limited */
  limited: boolean
}

const MINUTE = 60_000
/** ms for which a claimed job is reserved for the process that is sending it */
const CLAIM = 2 * MINUTE
const MOST_TRIES = 12
/** Kinds of e-mail that anybody can cause to be sent to any address. */
const OF_STRANGERS: readonly MailKind[] = ['verify', 'change-address', 'reset', 'address-taken']

/** ms until an e-mail that could not be sent is tried again: one minute, doubling, at most six hours. */
const pause = (tries: number): number => Math.min(MINUTE * 2 ** (tries - 1), 360 * MINUTE)

/**
 * Sends the e-mails that are queued in `mail_jobs`. The token of a link is created when the e-mail is written, so the database holds only
 * its hash. An e-mail that was sent just before a crash may be sent twice; then the second link is the one that works.
 */
export class MailQueue {
  readonly #options: PostOptions
  readonly #job: Job
  /** Limit for each kind of e-mail and address: five per hour. */
  readonly #strangers: RateLimiterAbstract

  constructor(options: PostOptions) {
    this.#options = options
    this.#strangers = options.bus.limiter('mails', { points: 5, duration: 3600 })
    this.#job = startIntervalJob(
      options.clock,
      MINUTE,
      () => this.#work(),
      err => options.log.error({ err }, 'mails could not be looked for'),
    )
  }

  /**
   * Called in the transaction that causes the e-mail; the caller calls `drain` after it. Beyond the limit no e-mail is sent, and the caller
   * is not told.
   * @param userId null: the user who owns the address when the e-mail is written, so that the request reveals nothing about the address
   */
  async enqueue(tx: Db, kind: MailKind, userId: string | null, address: string): Promise<void> {
    if (OF_STRANGERS.includes(kind) && this.#options.limited && !(await this.#mayWrite(`${kind} ${foldName(address)}`))) return
    const job = { id: uuidv7(), user_id: userId, kind, address, request_id: currentRequest()?.ids[0] ?? null }
    await tx
      .insertInto('mail_jobs')
      .values({ ...job, due_at: new Date(this.#options.clock.now()) })
      .execute()
  }

  #mayWrite(key: string): Promise<boolean> {
    return this.#strangers.consume(key).then(
      () => true,
      () => false,
    )
  }

  /** Sends the e-mails that are due, in the background. */
  drain(): void {
    void this.#job.run()
  }

  /** Resolves when the e-mails that are due now have been sent or postponed. */
  idle(): Promise<void> {
    return this.#job.run()
  }

  stop(): Promise<void> {
    return this.#job.stop()
  }

  async #work(): Promise<void> {
    for (let job = await this.#claim(); job !== undefined; job = await this.#claim()) {
      const due = job
      await runInContext(due.requestId === null ? undefined : { ids: [due.requestId], spans: [] }, () => this.#send(due))
    }
  }

  async #claim(): Promise<MailJob | undefined> {
    const { database, clock } = this.#options
    const now = clock.now()
    const { rows } = await sql<MailJob>`
      UPDATE mail_jobs SET due_at = ${new Date(now + CLAIM)}, tries = tries + 1 WHERE id = (
        SELECT id FROM mail_jobs WHERE due_at <= ${new Date(now)} ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
      ) RETURNING id, user_id AS "userId", kind, address, tries, request_id AS "requestId"
    `.execute(database.db)
    return rows[0]
  }

  async #send(job: MailJob): Promise<void> {
    const { database, clock, log, mailer } = this.#options
    try {
      const written = await this.#write(job)
      if (written !== null) {
        await mailer.send({ to: written.to, ...written.letter })
        // The user was deleted while the e-mail was being sent: it did not exist yet when the e-mails to this address were removed.
        if ((await findUser(database.db, { id: written.userId })) === null) await mailer.forget(written.to)
      }
      await database.db.deleteFrom('mail_jobs').where('id', '=', job.id).execute()
    } catch (err) {
      const last = job.tries >= MOST_TRIES || (err instanceof MailError && err.undeliverable)
      log.warn({ err, kind: job.kind, tries: job.tries }, last ? 'a mail was given up' : 'a mail could not be sent and will be tried again')
      if (last) await database.db.deleteFrom('mail_jobs').where('id', '=', job.id).execute()
      else {
        const due_at = new Date(clock.now() + pause(job.tries))
        await database.db.updateTable('mail_jobs').set({ due_at }).where('id', '=', job.id).execute()
      }
    }
  }

  /** Returns null when there is no recipient. */
  async #write(job: MailJob): Promise<{ userId: string; to: string; letter: EmailContent } | null> {
    const { database, clock } = this.#options
    const owner = await findUser(database.db, { email: job.address })
    const user = job.userId === null ? owner : await findUser(database.db, { id: job.userId })
    if (user === null) return null
    const taken = job.kind === 'change-address' && owner !== null && owner.id !== user.id ? owner : null
    const { id: userId, username, displayName } = taken ?? user
    const kind = taken === null ? job.kind : 'address-taken'
    // A user who is found by an address is written to at the address as the user entered it: mail servers may distinguish upper and lower
    // case.
    const asked = job.userId === null || taken !== null
    const to = asked ? await findEmail(database.db, userId, job.address) : job.address
    if (to === null) return null
    const url = this.#options.address()
    const about = { site: { name: new URL(url).host, url }, name: displayName }
    const issuedAt = new Date(clock.now())
    const token = newToken()
    const hashedToken = hashToken(token)
    const kept = (put: (tx: Db) => Promise<void>): Promise<boolean> =>
      database.transaction(async tx => {
        if ((await lockUser(tx, userId)) === null) return false
        await put(tx)
        return true
      })
    switch (kind) {
      case 'verify':
      case 'change-address': {
        const replaces = kind === 'change-address'
        if (!(await kept(tx => insertEmailToken(tx, hashedToken, { userId, address: to, replaces, issuedAt })))) return null
        return { userId, to, letter: (replaces ? changeAddressLetter : verifyLetter)({ ...about, url: `${url}/#/verify-email/${token}` }) }
      }
      case 'reset':
      case 'enroll': {
        if (!(await kept(tx => putPasswordToken(tx, hashedToken, { userId, reason: kind, address: to, issuedAt })))) return null
        const letter =
          kind === 'reset'
            ? resetLetter({ ...about, url: `${url}/#/reset-password/${token}` })
            : enrollLetter({ ...about, username, url: `${url}/#/enroll-account/${token}` })
        return { userId, to, letter }
      }
      case 'password-changed':
        return { userId, to, letter: passwordChangedLetter(about) }
      case 'address-taken':
        return { userId, to, letter: addressTakenLetter(about) }
    }
  }
}
