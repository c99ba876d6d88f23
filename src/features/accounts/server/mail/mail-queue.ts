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
import { findEmail, findUser, listEmails } from '../store.ts'
import { type AccountMail, createAccountMails } from './account-mails.ts'
import type { MailKind, MailRecipient } from './mail-kind.ts'

interface MailJob {
  /** null: the owner of the address, if there is one */
  userId: string | null
  kind: string
  address: string
  /** the address by which the jobs of a deleted user are found (`foldName`) */
  addressKey: string
  /** what the kind stores with its jobs; missing: nothing */
  details?: object
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

/**
 * Sends the e-mails that are queued as jobs of the kind `mail`. The token of a link is created when the e-mail is written, so the database
 * holds only its hash. An e-mail that was sent just before a crash may be sent twice; then the second link is the one that works.
 */
export class MailQueue {
  readonly #options: MailQueueOptions
  readonly #jobs: JobKind<MailJob>
  readonly #kinds = new Map<string, MailKind>()
  /** Limit for each kind of e-mail and address: five per hour. */
  readonly #limiter: RateLimiterAbstract

  constructor(options: MailQueueOptions) {
    this.#options = options
    this.#limiter = options.pubSub.limiter('mails', { points: 5, duration: 3600 })
    for (const [name, kind] of Object.entries(createAccountMails(options))) this.#kinds.set(name, kind)
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
   * Registers a kind of e-mail of another feature. @param name stored with its jobs, so it never changes
   * @returns queues the e-mail to each verified address of a user, in the transaction that causes it
   */
  register<Details extends object>(
    name: string,
    render: MailKind<Details>['render'],
  ): (tx: Db, userId: string, details: Details) => Promise<void> {
    this.#kinds.set(name, { verifiedAddressOnly: true, render })
    return async (tx, userId, details) => {
      for (const { address, verified } of await listEmails(tx, userId))
        if (verified) await this.#add(tx, { kind: name, userId, address, details })
    }
  }

  /**
   * Called in the transaction that causes the e-mail; the caller calls `drain` after it. Beyond the limit no e-mail is sent, and the caller
   * is not told.
   * @param userId null: the user who owns the address when the e-mail is written, so that the request reveals nothing about the address
   */
  async enqueue(tx: Db, kind: AccountMail, userId: string | null, address: string): Promise<void> {
    if (this.#kindOf(kind).limited && this.#options.limited && !(await this.#isWithinLimit(`${kind} ${foldName(address)}`))) return
    await this.#add(tx, { kind, userId, address })
  }

  /** As `enqueue`, to all addresses of a user. */
  async enqueueToAll(tx: Db, kind: AccountMail, userId: string): Promise<void> {
    for (const { address } of await listEmails(tx, userId)) await this.enqueue(tx, kind, userId, address)
  }

  #add(tx: Db, job: Omit<MailJob, 'addressKey'>): Promise<void> {
    return this.#jobs.add(tx, { body: { ...job, addressKey: foldName(job.address) } })
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
    const { userId, address, content } = email
    await mailer.send({ to: address, ...content })
    // The user was deleted while the e-mail was being sent: it did not exist yet when the e-mails to this address were removed.
    if ((await findUser(database.db, { id: userId })) === null) await mailer.forget(address)
    return null
  }

  /** Returns null when there is no recipient, or nothing to say any more. */
  async #write(job: MailJob): Promise<(Pick<MailRecipient, 'userId' | 'address'> & { content: EmailContent }) | null> {
    const { database, site } = this.#options
    const owner = await findUser(database.db, { email: job.address })
    const user = job.userId === null ? owner : await findUser(database.db, { id: job.userId })
    if (user === null) return null
    const { ifTaken, verifiedAddressOnly = false } = this.#kindOf(job.kind)
    const isTaken = ifTaken !== undefined && owner !== null && owner.id !== user.id
    const { id: userId, username, displayName: name, locale } = isTaken ? owner : user
    // A user who is found by an address is written to at the address as the user entered it: mail servers may distinguish upper and lower
    // case.
    const isAddressOfUser = job.userId === null || isTaken || verifiedAddressOnly
    const email = isAddressOfUser ? await findEmail(database.db, userId, job.address) : { address: job.address, verified: false }
    if (email === null || (verifiedAddressOnly && !email.verified)) return null
    const { address } = email
    const recipient = { site: site(), name, locale: locale ?? LOCALES[0], userId, username, address }
    const content = await this.#kindOf(isTaken ? ifTaken : job.kind).render(recipient, job.details)
    return content && { userId, address, content }
  }

  /** @throws Error for a kind that only a newer version knows, so that its jobs wait for it */
  #kindOf(name: string): MailKind {
    const kind = this.#kinds.get(name)
    if (kind === undefined) throw new Error(`there is no kind of e-mail named ${name}`)
    return kind
  }
}
