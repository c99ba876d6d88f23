import { randomInt } from 'node:crypto'
import type { AccountsApi } from '#accounts/server/api.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { JobKind } from '#platform/jobs/job-kind.ts'
import type { JobQueue } from '#platform/jobs/job-queue.ts'
import type { Log } from '#platform/log/log.ts'
import type { SecretBox } from '#platform/storage/secret-box.ts'
import { LOCALES } from '#platform/text/locales.ts'
import { afterFailure, hookPause, isHopeless } from '../rules/retry.ts'
import { hookChanged } from './changes.ts'
import { deleteDelivery, findNext, findRetryAt, giveUpWaiting, hasUntried, type NextDelivery, recordTry } from './delivery-store.ts'
import { writeDiscordMessage } from './discord.ts'
import { signingSecrets, unseal } from './hook-address.ts'
import { findHook, type HookRow, lockHook, readSealed, setHealth, setMailed } from './hook-store.ts'
import type { OffMail } from './off-mail.ts'
import { type Sender, type SendOutcome, send } from './send.ts'
import { signedHeaders } from './signature.ts'

const SECOND = 1000
/** ms that a job works for one hook before those of the others have their turn */
const TURN = 5 * SECOND
/** how many random numbers there are to choose from */
const RANDOM_STEPS = 1000

interface DelivererOptions {
  database: Database
  clock: Clock
  log: Log
  jobs: JobQueue
  box: SecretBox
  sender: Sender
  /** origin of Discord, without a slash at its end */
  discordUrl: string
  accounts: Pick<AccountsApi, 'getLocale'>
  offMail: OffMail
  /** Publishes committed changes. */
  publish(changes: ChangeLogEntry[]): Promise<void>
}

/**
 * Sends what hooks are to be told: for each hook one job, which sends one delivery after the other in their order. A delivery that fails is tried
 * again after a while, and those of its lane (its machine, or its event) wait, so that a receiver that was away gets them in order.
 */
export class HookDeliverer {
  readonly #options: DelivererOptions
  readonly #jobs: JobKind<{ webhookId: string }>
  #stopped = false

  constructor(options: DelivererOptions) {
    this.#options = options
    this.#jobs = options.jobs.register<{ webhookId: string }>({
      name: 'webhook',
      concurrency: 8,
      // A node that has died holds a hook up for this long.
      lease: 10 * SECOND,
      renews: true,
      // What receivers do is no failure of the job; it decides itself when it is done again.
      maxTries: null,
      backoff: { initialMs: 10 * SECOND, maxMs: 600 * SECOND },
      unavailable: 'webhooks could not be sent',
      run: ({ body }) => this.#run(body.webhookId),
      logFailure: (err, { tries }) => options.log.error({ err, tries }, 'a webhook could not be worked on'),
    })
  }

  /** Queues hooks that have something to send, in the transaction that writes it. */
  async enqueue(tx: Db, webhookIds: readonly string[]): Promise<void> {
    await this.#jobs.add(tx, ...webhookIds.map(webhookId => ({ key: webhookId, body: { webhookId } })))
  }

  /** Begins to send what is due. */
  processDue(): void {
    this.#jobs.processDue()
  }

  /** Resolves when what is due now was sent or postponed. */
  idle(): Promise<void> {
    return this.#jobs.idle()
  }

  /** Begins no further delivery. */
  stop(): void {
    this.#stopped = true
  }

  /** @returns when to go on; null: nothing waits */
  async #run(webhookId: string): Promise<Date | null> {
    const { database, clock } = this.#options
    for (const end = clock.now() + TURN; ; ) {
      const hook = await findHook(database.db, webhookId)
      if (hook === null || hook.off !== null) return null
      if (hook.retryAt !== null && hook.retryAt.getTime() > clock.now()) return hook.retryAt
      if (this.#stopped || clock.now() >= end) return new Date(clock.now())
      const next = await findNext(database.db, webhookId, new Date(clock.now()))
      if (next === null) return findRetryAt(database.db, webhookId)
      // It names something that has become private since.
      if (!next.isShown) await deleteDelivery(database.db, next.id)
      else await this.#record(webhookId, next, await this.#send(hook, next))
    }
  }

  async #send(hook: HookRow, { id, type, body }: NextDelivery): Promise<SendOutcome> {
    const { database, clock, box, sender, discordUrl, accounts } = this.#options
    const sealed = await readSealed(database.db, hook.id)
    const secrets = sealed === null ? null : unseal(box, hook.id, sealed)
    if (secrets === null) return { status: 0, wait: 0, error: 'the address cannot be decrypted: enter it again', answer: null }
    if (hook.discord) {
      // A hook has no language of its own, so that of who has added it is taken.
      const locale = (await accounts.getLocale(hook.madeBy)) ?? LOCALES[0]
      const message = JSON.stringify(writeDiscordMessage(type, body, locale))
      const { pathname } = new URL(secrets.address)
      // The host is Discord's, or a stand-in that the operator has named.
      return send({ ...sender, allowsPrivate: true }, `${discordUrl}${pathname}`, { headers: {}, body: message })
    }
    const now = clock.now()
    const headers = signedHeaders(signingSecrets(secrets, now), { id, body }, Math.floor(now / SECOND))
    return send(sender, secrets.address, { headers, body })
  }

  /** Stores what a try has ended with: of the delivery, and of the hook. */
  async #record(webhookId: string, { id, tries, triedAt }: NextDelivery, { status, wait, error, answer }: SendOutcome): Promise<void> {
    const { database, clock, log, publish, offMail } = this.#options
    const random = randomInt(RANDOM_STEPS) / RANDOM_STEPS
    let isOver = false
    const changes = await database.transaction(async tx => {
      const hook = await lockHook(tx, webhookId)
      if (hook === null) return []
      const at = clock.now()
      const now = new Date(at)
      const { groupId, eventId } = hook
      const change = hookChanged.of({ webhookId, groupId, eventId })
      if (error === null) {
        await recordTry(tx, id, { state: 'delivered', retryAt: null, now, status, error, answer })
        if (hook.mailed) await setMailed(tx, webhookId, false)
        if (hook.failingSince === null && hook.retryAt === null) return []
        await setHealth(tx, webhookId, { failingSince: null, retryAt: null, failures: 0, off: hook.off })
        return appendChanges(tx, [change])
      }
      if (hook.off !== null) {
        // It was switched off meanwhile, and everything that waited was given up.
        await recordTry(tx, id, { state: 'dead', retryAt: null, now, status, error, answer })
        return []
      }
      const after = afterFailure({ tries: tries + 1, firstTriedAt: triedAt?.getTime() ?? at }, at, wait, random)
      const retryAt = after.isDead ? null : new Date(after.retryAt)
      await recordTry(tx, id, { state: after.isDead ? 'dead' : 'waiting', retryAt, now, status, error, answer })
      const failingSince = hook.failingSince ?? now
      const isFirst = tries === 0
      const failures = hook.failures + (isFirst ? 1 : 0)
      const othersWait = after.isDead && (await hasUntried(tx, webhookId))
      isOver = isHopeless(failingSince.getTime(), after, othersWait)
      if (isOver) {
        await giveUpWaiting(tx, webhookId, now)
        await offMail.enqueue(tx, hook)
        log.info({ webhookId }, 'a webhook has taken nothing for days and was switched off')
      }
      const pause = isOver ? 0 : hookPause(failures, isFirst, wait, random)
      const health = { failingSince, failures, retryAt: pause === 0 ? null : new Date(at + pause) }
      await setHealth(tx, webhookId, { ...health, off: isOver ? 'failing' : null })
      return appendChanges(tx, [change])
    })
    await publish(changes)
    if (isOver) offMail.drain()
  }
}
