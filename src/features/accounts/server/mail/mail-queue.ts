import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { foldName } from '#accounts/rules.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { JobKind } from '#platform/jobs/job-kind.ts'
import type { JobQueue } from '#platform/jobs/job-queue.ts'
import type { ClaimedJob } from '#platform/jobs/job-store.ts'
import type { Log } from '#platform/log/log.ts'
import type { EmailSite } from '#platform/mail/email-site.ts'
import type { EmailContent } from '#platform/mail/email-template.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { MailError } from '#platform/mail/mail-error.ts'
import type { PubSub } from '#platform/pubsub/pubsub.ts'
import { LOCALES } from '#platform/text/locales.ts'
import { hashToken, newToken } from '#platform/tokens.ts'
import { insertEmailToken, putPasswordToken } from '../sessions/token-store.ts'
import { findEmail, findUser, listEmails, lockUser } from '../store.ts'
import {
  renderAddressTakenEmail,
  renderChangeAddressEmail,
  renderEnrollEmail,
  renderLoginServiceEmail,
  renderPasskeyEmail,
  renderPasswordChangedEmail,
  renderResetEmail,
  renderSecondStepEmail,
  renderVerifyEmail,
} from './email-templates.ts'

/** What an e-mail is about; the texts are in email-templates.ts. */
export type MailKind =
  | 'verify'
  | 'change-address'
  | 'reset'
  | 'enroll'
  | 'password-changed'
  | 'address-taken'
  | 'second-step-on'
  | 'second-step-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'login-service-linked'
  | 'login-service-unlinked'

interface MailJob {
  /** null: the owner of the address, if there is one */
  userId: string | null
  kind: MailKind
  address: string
  /** the address by which the jobs of a deleted user are found (`foldName`) */
  addressKey: string
}

export interface MailQueueOptions {
  database: Database
  clock: Clock
  log: Log
  mailer: Mailer
  pubSub: Pick<PubSub, 'limiter'>
  jobs: JobQueue
  /** returns what mails say of the site */
  site: () => EmailSite
  /** true if the number of e-mails that anybody can cause is limited */
  limited: boolean
}

const MINUTE = 60_000
const MAX_TRIES = 12
/** Kinds of e-mail that anybody can cause to be sent to any address. */
const LIMITED_KINDS: readonly MailKind[] = ['verify', 'change-address', 'reset', 'address-taken']

/**
 * Sends the e-mails that are queued as jobs of the kind `mail`. The token of a link is created when the e-mail is written, so the database
 * holds only its hash. An e-mail that was sent just before a crash may be sent twice; then the second link is the one that works.
 */
export class MailQueue {
  readonly #options: MailQueueOptions
  readonly #jobs: JobKind<MailJob>
  /** Limit for each kind of e-mail and address: five per hour. */
  readonly #limiter: RateLimiterAbstract

  constructor(options: MailQueueOptions) {
    this.#options = options
    this.#limiter = options.pubSub.limiter('mails', { points: 5, duration: 3600 })
    this.#jobs = options.jobs.register<MailJob>({
      name: 'mail',
      concurrency: 1,
      lease: 2 * MINUTE,
      maxTries: MAX_TRIES,
      backoff: { initialMs: MINUTE, maxMs: 360 * MINUTE },
      unavailable: 'the mail queue could not be read',
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
    if (LIMITED_KINDS.includes(kind) && this.#options.limited && !(await this.#isWithinLimit(`${kind} ${foldName(address)}`))) return
    await this.#jobs.add(tx, { body: { userId, kind, address, addressKey: foldName(address) } })
  }

  /** As `enqueue`, to all addresses of a user. */
  async enqueueToAll(tx: Db, kind: MailKind, userId: string): Promise<void> {
    for (const { address } of await listEmails(tx, userId)) await this.enqueue(tx, kind, userId, address)
  }

  /** Part of a user's deletion: removes what waits to be sent, or failed, to the user or to these addresses. */
  async cancelFor(tx: Db, userId: string, addresses: readonly string[]): Promise<void> {
    await this.#jobs.cancel(tx, 'userId', userId)
    for (const address of addresses) await this.#jobs.cancel(tx, 'addressKey', foldName(address))
  }

  #isWithinLimit(key: string): Promise<boolean> {
    return this.#limiter.consume(key).then(
      () => true,
      () => false,
    )
  }

  /** Sends the e-mails that are due, in the background. */
  drain(): void {
    this.#jobs.processDue()
  }

  /** Resolves when the e-mails that are due now have been sent or postponed. */
  idle(): Promise<void> {
    return this.#jobs.idle()
  }

  stop(): Promise<void> {
    return this.#jobs.stop()
  }

  async #send({ body }: ClaimedJob<MailJob>): Promise<null> {
    const { database, mailer } = this.#options
    const email = await this.#write(body)
    if (email === null) return null
    await mailer.send({ to: email.to, ...email.content })
    // The user was deleted while the e-mail was being sent: it did not exist yet when the e-mails to this address were removed.
    if ((await findUser(database.db, { id: email.userId })) === null) await mailer.forget(email.to)
    return null
  }

  /** Returns null when there is no recipient. */
  async #write(job: MailJob): Promise<{ userId: string; to: string; content: EmailContent } | null> {
    const { database, clock } = this.#options
    const owner = await findUser(database.db, { email: job.address })
    const user = job.userId === null ? owner : await findUser(database.db, { id: job.userId })
    if (user === null) return null
    const addressOwner = job.kind === 'change-address' && owner !== null && owner.id !== user.id ? owner : null
    const { id: userId, username, displayName, locale } = addressOwner ?? user
    const kind = addressOwner === null ? job.kind : 'address-taken'
    // A user who is found by an address is written to at the address as the user entered it: mail servers may distinguish upper and lower
    // case.
    const foundByAddress = job.userId === null || addressOwner !== null
    const to = foundByAddress ? await findEmail(database.db, userId, job.address) : job.address
    if (to === null) return null
    const site = this.#options.site()
    const { url } = site
    const base = { site, name: displayName, locale: locale ?? LOCALES[0] }
    const issuedAt = new Date(clock.now())
    const token = newToken()
    const hashedToken = hashToken(token)
    const storeToken = (put: (tx: Db) => Promise<void>): Promise<boolean> =>
      database.transaction(async tx => {
        if ((await lockUser(tx, userId)) === null) return false
        await put(tx)
        return true
      })
    switch (kind) {
      case 'verify':
      case 'change-address': {
        const replaces = kind === 'change-address'
        if (!(await storeToken(tx => insertEmailToken(tx, hashedToken, { userId, address: to, replaces, issuedAt })))) return null
        return {
          userId,
          to,
          content: (replaces ? renderChangeAddressEmail : renderVerifyEmail)({ ...base, url: `${url}/#/verify-email/${token}` }),
        }
      }
      case 'reset':
      case 'enroll': {
        if (!(await storeToken(tx => putPasswordToken(tx, hashedToken, { userId, reason: kind, address: to, issuedAt })))) return null
        const content =
          kind === 'reset'
            ? renderResetEmail({ ...base, url: `${url}/#/reset-password/${token}` })
            : renderEnrollEmail({ ...base, username, url: `${url}/#/enroll-account/${token}` })
        return { userId, to, content }
      }
      case 'password-changed':
        return { userId, to, content: renderPasswordChangedEmail(base) }
      case 'second-step-on':
      case 'second-step-off':
        return { userId, to, content: renderSecondStepEmail({ ...base, on: kind === 'second-step-on' }) }
      case 'passkey-added':
      case 'passkey-removed':
        return { userId, to, content: renderPasskeyEmail({ ...base, added: kind === 'passkey-added' }) }
      case 'login-service-linked':
      case 'login-service-unlinked':
        return { userId, to, content: renderLoginServiceEmail({ ...base, linked: kind === 'login-service-linked' }) }
      case 'address-taken':
        return { userId, to, content: renderAddressTakenEmail(base) }
    }
  }
}
