import { createHash } from 'node:crypto'
import type { Clock } from '#ddp/timing/clock.ts'
import { defineChange } from '#platform/db/change-log/define-change.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { FailureAdvice, JobKind } from '#platform/jobs/job-kind.ts'
import type { JobQueue } from '#platform/jobs/job-queue.ts'
import type { Log } from '#platform/log/log.ts'
import type { SecretBox } from '#platform/storage/secret-box.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { PlayersApi } from '#players/server/api.ts'
import { nextNight } from '../rules.ts'
import type { Membership } from './membership.ts'
import type { PatreonClient, Tokens } from './patreon-client.ts'
import { PatreonError } from './patreon-error.ts'
import * as store from './store.ts'

/** A user's link with the provider has changed. */
export const supporterLinkChanged = defineChange<{ userId: string }>('supporter-link', ({ userId }) => userId)

/** ms for which a link or tokens are reserved for the node that asks the provider about them */
const LEASE = 300_000
/** ms after which a failed check is tried again at first */
const FIRST_BACKOFF = 900_000
/** ms for which a node asks the provider nothing of the same kind after a failure */
const KIND_PAUSE = 600_000
/** ms for which tokens have to be valid to be used without a refresh */
const EXPIRY_MARGIN = 60_000
/** Attempts to revoke tokens, about an hour apart; after that the tokens are left to expire. */
const MAX_TRIES = 24
const HOUR = 3_600_000

export const hashState = (state: string): string => createHash('sha256').update(state).digest('base64url')

export interface SupportersOptions {
  database: Database
  clock: Clock
  log: Log
  players: PlayersApi
  patreon: PatreonClient
  secretBox: SecretBox
  jobs: JobQueue
  /** Publishes committed changes. */
  publish(changes: ChangeLogEntry[]): Promise<void>
}

/** What the calls of this feature use. */
export interface SupportersServices extends SupportersOptions {
  supporters: Supporters
}

/** Reads a membership again: every night, and when the provider reports a change. Its key is the user's id. */
interface Check {
  userId: string
}

/** Revokes tokens at the provider. `tokens`: encrypted for `id`, in base64. */
interface Revocation {
  id: string
  tokens: string
}

/** A provider that does not answer one question is not asked the next one at once. */
const advise = (error: unknown): FailureAdvice =>
  error instanceof PatreonError ? { wait: error.wait, hold: Math.max(KIND_PAUSE, error.wait) } : {}

/** Reads the memberships of linked users again, and revokes the tokens of links that have ended. */
export class Supporters {
  readonly #options: SupportersOptions
  readonly #checks: JobKind<Check>
  readonly #revocations: JobKind<Revocation>

  constructor(options: SupportersOptions) {
    this.#options = options
    const { jobs, log } = options
    const common = { concurrency: 1, lease: LEASE, unavailable: 'supporters could not be checked', advise }
    const logRetry = (error: unknown): void =>
      error instanceof PatreonError
        ? log.warn({ problem: error.problem }, 'the supporters’ provider does not respond; it will be tried again later')
        : log.error({ err: error }, 'supporters could not be checked')
    this.#checks = jobs.register<Check>({
      ...common,
      name: 'supporter-check',
      // A link lasts until it is ended, however long the provider is away.
      maxTries: null,
      backoff: { initialMs: FIRST_BACKOFF, maxMs: 6 * HOUR },
      run: ({ body }) => this.#check(body.userId),
      logFailure: logRetry,
    })
    this.#revocations = jobs.register<Revocation>({
      ...common,
      name: 'supporter-revoke',
      maxTries: MAX_TRIES,
      backoff: { initialMs: HOUR, maxMs: HOUR },
      run: async ({ body }) => {
        await this.#revoke(body)
        return null
      },
      logFailure: (error, _, last) => (last ? this.#logNotRevoked(error) : logRetry(error)),
    })
  }

  /** Part of a user's deletion. */
  async removeUser(tx: Db, userId: string): Promise<NewChange[]> {
    await store.deleteOauthState(tx, userId)
    return (await this.endLink(tx, userId)) ? [supporterLinkChanged.of({ userId })] : []
  }

  /** Removes a user's link, and lets its tokens be revoked. @returns false if there was none */
  async endLink(tx: Db, userId: string): Promise<boolean> {
    const link = await store.deleteLink(tx, userId)
    if (link === null) return false
    await this.#checks.cancel(tx, 'userId', userId)
    await this.revokeLinkTokens(tx, link)
    return true
  }

  /** Lets the membership of a new link be read again at night. */
  async checkTonight(tx: Db, userId: string): Promise<void> {
    await this.#checks.add(tx, { key: userId, body: { userId }, dueAt: new Date(nextNight(this.#options.clock.now())) })
  }

  /** Called when a membership may have changed: it is read again at once. */
  async requestCheck(providerId: string): Promise<void> {
    const { db } = this.#options.database
    const userId = await store.linkedUser(db, providerId)
    if (userId === null) return
    await this.#checks.add(db, { key: userId, body: { userId } })
    this.processDue()
  }

  /** Begins to ask the provider what is due, in the background. */
  processDue(): void {
    this.#revocations.processDue()
    this.#checks.processDue()
  }

  /** Resolves when the memberships that are due now have been read or postponed, and tokens that are to be revoked likewise. */
  async idle(): Promise<void> {
    await this.#revocations.idle()
    await this.#checks.idle()
  }

  /** Removes links that were begun and not confirmed in time. */
  async sweep(): Promise<void> {
    await store.deleteOauthStatesBefore(this.#options.database.db, this.#now())
  }

  /** @returns when the membership is to be read again; null: there is no link. @throws PatreonError */
  async #check(userId: string): Promise<Date | null> {
    const { database, clock, log, publish } = this.#options
    const link = await store.findLink(database.db, userId)
    if (link === null) return null
    const text = this.#options.secretBox.tryDecrypt(link.tokens, userId)
    if (text === null)
      log.warn(
        { userId },
        'a supporter’s tokens cannot be decrypted with the key of this node; all nodes need the same file secrets/supporters',
      )
    else await publish(await this.#updateLink(link, JSON.parse(text) as Tokens))
    return new Date(nextNight(clock.now()))
  }

  /** Reads a membership and stores it; ends the link if the provider no longer knows it. @throws PatreonError */
  async #updateLink(link: store.SupporterLink, tokens: Tokens): Promise<ChangeLogEntry[]> {
    const { database, log } = this.#options
    const { userId } = link
    try {
      const found = await this.#readMembership(link, tokens)
      if (found.providerId !== link.providerId) throw new PatreonError('odd')
      return await database.transaction(async tx => {
        if (!(await store.lockSupporter(tx, userId)) || !(await store.saveMembership(tx, link, found))) return []
        return found.active === link.active && found.tier === link.tier
          ? []
          : appendChanges(tx, await this.toChanges(tx, userId, found.active))
      })
    } catch (error) {
      if (!(error instanceof PatreonError) || error.problem !== 'refused') throw error
      log.info({ userId }, 'the provider has ended a supporter’s link, so it was removed here too')
      return database.transaction(async tx => {
        if (!(await store.lockSupporter(tx, userId)) || (await store.deleteLink(tx, userId, link.id)) === null) return []
        return appendChanges(tx, await this.toChanges(tx, userId, false))
      })
    }
  }

  /** Reads the membership, with refreshed tokens if the stored ones are nearly expired or are refused. */
  async #readMembership(link: store.SupporterLink, tokens: Tokens): Promise<Membership> {
    const { patreon, clock } = this.#options
    if (tokens.expiresAt > clock.now() + EXPIRY_MARGIN) {
      try {
        return await patreon.membership(tokens)
      } catch (error) {
        if (!(error instanceof PatreonError) || error.problem !== 'refused') throw error
      }
    }
    const { database, secretBox } = this.#options
    const fresh = await patreon.refresh(tokens)
    const saved = await store.saveTokens(database.db, link, secretBox.encrypt(JSON.stringify(fresh), link.userId))
    // If the provider has one grant per account, revoking these would end the link that was made meanwhile.
    if (!saved && (await store.linkedUser(database.db, link.providerId)) === null) await this.#queueRevocation(fresh)
    return patreon.membership(fresh)
  }

  /** @throws PatreonError */
  async #revoke({ id, tokens }: Revocation): Promise<void> {
    const text = this.#options.secretBox.tryDecrypt(Buffer.from(tokens, 'base64'), id)
    if (text === null) return
    try {
      await this.#options.patreon.revoke(JSON.parse(text) as Tokens)
    } catch (error) {
      if (!(error instanceof PatreonError) || error.problem !== 'refused') throw error
      this.#logNotRevoked(error)
    }
  }

  #logNotRevoked(error: unknown): void {
    const details = error instanceof PatreonError ? { problem: error.problem } : { err: error }
    this.#options.log.warn(details, 'the supporters’ provider did not revoke tokens; they will expire')
  }

  /** Sets the supporter badge. @returns the changes that show the link's current state to everybody who sees it */
  async toChanges(tx: Db, userId: string, active: boolean): Promise<NewChange[]> {
    return [...(await this.#options.players.setSupporter(tx, userId, active)), supporterLinkChanged.of({ userId })]
  }

  async revokeLinkTokens(tx: Db, { userId, tokens }: store.SupporterLink): Promise<void> {
    const text = this.#options.secretBox.tryDecrypt(tokens, userId)
    if (text !== null) await this.#queueRevocation(JSON.parse(text) as Tokens, tx)
  }

  async #queueRevocation(tokens: Tokens, tx: Db = this.#options.database.db): Promise<void> {
    const id = uuidv7()
    const encrypted = this.#options.secretBox.encrypt(JSON.stringify(tokens), id)
    await this.#revocations.add(tx, { key: id, body: { id, tokens: encrypted.toString('base64') } })
  }

  #now(): Date {
    return new Date(this.#options.clock.now())
  }
}
