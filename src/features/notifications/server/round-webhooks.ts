import type { AccountsApi } from '#accounts/server/api.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import { findRoundCall, type RoundCall } from '#events/server/shared/round-call.ts'
import type { GroupsApi, GroupWebhook, WebhookFailure } from '#groups/server/api.ts'
import { defineChange } from '#platform/db/change-log/define-change.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { limitedFetch, RequestFailure } from '#platform/http/limited-fetch.ts'
import type { FailureAdvice, JobKind } from '#platform/jobs/job-kind.ts'
import type { JobQueue } from '#platform/jobs/job-queue.ts'
import type { Log } from '#platform/log/log.ts'
import { LOCALES } from '#platform/text/locales.ts'
import { parseRetryAfter, pushOutcome } from '../rules.ts'
import { writeRound } from './discord-message.ts'
import type { PushResponse } from './push-attempt.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** A round is played within half an hour or so: after some 16 minutes its call is given up. */
const MAX_TRIES = 6

/** The call of a round is queued, for a group that has a webhook. */
export const roundQueued = defineChange<Record<string, never>>('round-queued')

export interface RoundWebhooksOptions {
  database: Database
  clock: Clock
  log: Log
  jobs: JobQueue
  groups: GroupsApi
  accounts: Pick<AccountsApi, 'getLocale'>
  /** origin of Discord, without a slash at its end */
  discordUrl: string
  /** returns the public address of the site, without a slash at its end */
  address(): string
  /** Publishes committed changes. */
  publish(changes: ChangeLogEntry[]): Promise<void>
}

/** A message did not get to a webhook. The address of the webhook is part of no error, since it is a secret. */
class WebhookNotReached extends Error {
  override readonly name = 'WebhookNotReached'
  readonly status: number
  readonly advice: FailureAdvice

  constructor({ status, wait }: PushResponse) {
    super(status === 0 ? 'no answer' : `status ${status}`)
    this.status = status
    this.advice = { wait }
  }
}

/** Posts each round of a group's events to the group's own webhook at Discord, once. */
export class RoundWebhooks {
  readonly #options: RoundWebhooksOptions
  readonly #jobs: JobKind<{ roundId: string }>

  constructor(options: RoundWebhooksOptions) {
    this.#options = options
    this.#jobs = options.jobs.register<{ roundId: string }>({
      name: 'round-webhook',
      concurrency: 4,
      lease: MINUTE,
      maxTries: MAX_TRIES,
      backoff: { initialMs: 30 * SECOND, maxMs: 8 * MINUTE },
      unavailable: 'rounds could not be posted',
      run: async ({ body, tries }) => {
        await this.#post(body.roundId, tries)
        return null
      },
      advise: error => (error instanceof WebhookNotReached ? error.advice : {}),
      logFailure(error, { tries }, last) {
        const details = error instanceof WebhookNotReached ? { status: error.status } : { err: error }
        options.log.warn(
          { ...details, tries },
          last ? 'a round was not posted and is given up' : 'a round could not be posted and will be tried again',
        )
      },
    })
  }

  /** Queues the call of a round, in the transaction that draws it. @returns the changes for the change log */
  async add(tx: Db, { roundId, groupId }: { roundId: string; groupId: string | null }): Promise<NewChange[]> {
    if (groupId === null || !(await this.#options.groups.hasWebhook(tx, groupId))) return []
    await this.#jobs.add(tx, { key: roundId, body: { roundId } })
    return [roundQueued.of({})]
  }

  /** Begins to post what is queued. */
  processDue(): void {
    this.#jobs.processDue()
  }

  /** Resolves when what is due now has been posted or postponed. */
  idle(): Promise<void> {
    return this.#jobs.idle()
  }

  /** The group is the event's as of now, so that what has become private is posted to no other group. */
  async #post(roundId: string, tries: number): Promise<void> {
    const { database, clock, log, groups } = this.#options
    const call = await findRoundCall(database.db, roundId, new Date(clock.now()))
    if (call === null || call.groupId === null) return
    const { groupId } = call
    const webhook = await groups.findWebhook(database.db, groupId)
    if (webhook === null) return
    if (tries === 1 && !(await groups.countPost(database.db, groupId, new Date(clock.now())))) return
    const response = await this.#send(call, webhook)
    const outcome = pushOutcome(response.status)
    if (outcome === 'taken') {
      if (webhook.failedAt === null) return
      // The round is there, so an error now must not let it be posted again.
      return this.#record(groupId, webhook, null).catch((err: unknown) =>
        log.error({ err }, 'it was not stored that a webhook works again'),
      )
    }
    const isFinal = outcome !== 'again'
    if (isFinal || tries >= MAX_TRIES) await this.#record(groupId, webhook, { at: new Date(clock.now()), isFinal })
    // A webhook that was deleted or refuses is the business of those who run the group; administrators could do nothing about it.
    if (!isFinal) throw new WebhookNotReached(response)
    log.info({ status: response.status }, 'a webhook refused a round and gets no more')
  }

  async #record(groupId: string, webhook: GroupWebhook, failure: WebhookFailure | null): Promise<void> {
    const { database, groups, publish } = this.#options
    await publish(
      await database.transaction(async tx => appendChanges(tx, await groups.recordWebhookDelivery(tx, groupId, webhook, failure))),
    )
  }

  async #send(call: RoundCall, { id, token }: GroupWebhook): Promise<PushResponse> {
    const { clock, accounts, discordUrl, address } = this.#options
    // A group has no language of its own, so the director's is taken.
    const locale = (await accounts.getLocale(call.directorId)) ?? LOCALES[0]
    const message = writeRound(call, `${address()}/events/${call.eventId}`, locale)
    try {
      const { answer } = await limitedFetch(clock, `${discordUrl}/api/webhooks/${id}/${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message),
      })
      return { status: answer.status, wait: parseRetryAfter(answer.headers.get('retry-after') ?? undefined) }
    } catch (error) {
      if (error instanceof RequestFailure) return { status: 0, wait: 0 }
      throw error
    }
  }
}
