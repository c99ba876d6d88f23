import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Clock } from '../../../../ddp/timing/clock.ts'
import type { Database, Db } from '../../../../platform/db/database.ts'
import type { ClaimedJob, JobKind, JobQueue } from '../../../../platform/jobs/job-queue.ts'
import type { Log } from '../../../../platform/log/log.ts'
import type { EmailContent } from '../../../../platform/mail/email-template.ts'
import type { Mailer } from '../../../../platform/mail/mail.ts'
import { MailError } from '../../../../platform/mail/mail-error.ts'
import type { PubSub } from '../../../../platform/pubsub/pubsub.ts'
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
  /** null: the owner of the address, if there is one */
  userId: string | null
  kind: MailKind
  address: string
  /** the address by which the jobs of a deleted user are found (`foldName`) */
  addressKey: string
}

export interface PostOptions {
  database: Database
  clock: Clock
  log: Log
  mailer: Mailer
  bus: Pick<PubSub, 'limiter'>
  jobs: JobQueue
  /** public address of the site, without a trailing slash */
  address: () => string
  /** true if the number of e-mails that anybody can cause is limited */
  limited: boolean
}

const MINUTE = 60_000
const MOST_TRIES = 12
/** Kinds of e-mail that anybody can cause to be sent to any address. */
const OF_STRANGERS: readonly MailKind[] = ['verify', 'change-address', 'reset', 'address-taken']

/**
 * Sends the e-mails that are queued as jobs of the kind `mail`. The token of a link is created when the e-mail is written, so the database
 * holds only its hash. An e-mail that was sent just before a crash may be sent twice; then the second link is the one that works.
 */
export class MailQueue {
  readonly #options: PostOptions
  readonly #mails: JobKind<MailJob>
  /** Limit for each kind of e-mail and address: five per hour. */
  readonly #strangers: RateLimiterAbstract

  constructor(options: PostOptions) {
    this.#options = options
    this.#strangers = options.bus.limiter('mails', { points: 5, duration: 3600 })
    this.#mails = options.jobs.register<MailJob>({
      name: 'mail',
      atOnce: 1,
      lease: 2 * MINUTE,
      mostTries: MOST_TRIES,
      backoff: { first: MINUTE, most: 360 * MINUTE },
      unavailable: 'mails could not be looked for',
      run: job => this.#send(job),
      advise: error => ({ final: error instanceof MailError && error.undeliverable }),
      logFailure: (err, { body: { kind }, tries }, last) =>
        options.log.warn({ err, kind, tries }, last ? 'a mail was given up' : 'a mail could not be sent and will be tried again'),
    })
  }

  /**
   * Called in the transaction that causes the e-mail; the caller calls `drain` after it. Beyond the limit no e-mail is sent, and the caller
   * is not told.
   * @param userId null: the user who owns the address when the e-mail is written, so that the request reveals nothing about the address
   */
  async enqueue(tx: Db, kind: MailKind, userId: string | null, address: string): Promise<void> {
    if (OF_STRANGERS.includes(kind) && this.#options.limited && !(await this.#mayWrite(`${kind} ${foldName(address)}`))) return
    await this.#mails.add(tx, { body: { userId, kind, address, addressKey: foldName(address) } })
  }

  /** Part of a user's deletion: removes what waits to be sent, or failed, to the user or to these addresses. */
  async forget(tx: Db, userId: string, addresses: readonly string[]): Promise<void> {
    await this.#mails.cancel(tx, 'userId', userId)
    for (const address of addresses) await this.#mails.cancel(tx, 'addressKey', foldName(address))
  }

  #mayWrite(key: string): Promise<boolean> {
    return this.#strangers.consume(key).then(
      () => true,
      () => false,
    )
  }

  /** Sends the e-mails that are due, in the background. */
  drain(): void {
    this.#mails.wake()
  }

  /** Resolves when the e-mails that are due now have been sent or postponed. */
  idle(): Promise<void> {
    return this.#mails.idle()
  }

  stop(): Promise<void> {
    return this.#mails.stop()
  }

  async #send({ body }: ClaimedJob<MailJob>): Promise<null> {
    const { database, mailer } = this.#options
    const written = await this.#write(body)
    if (written === null) return null
    await mailer.send({ to: written.to, ...written.letter })
    // The user was deleted while the e-mail was being sent: it did not exist yet when the e-mails to this address were removed.
    if ((await findUser(database.db, { id: written.userId })) === null) await mailer.forget(written.to)
    return null
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
