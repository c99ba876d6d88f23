import { createHash } from 'node:crypto'
import { generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi'
import type { Clock } from '../../../ddp/timing/clock.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import { defineChange } from '../../../platform/db/change-log/define-change.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '../../../platform/db/change-log/write.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import type { FailureAdvice, JobKind, JobQueue } from '../../../platform/jobs/job-queue.ts'
import type { Log } from '../../../platform/log/log.ts'
import { uuidv7 } from '../../../platform/uuid.ts'
import type { PlayersApi } from '../../players/server/api.ts'
import { nextNight, waitLabel } from '../rules.ts'
import type { SecretBox } from './encryption.ts'
import type { Membership } from './membership.ts'
import type { Provider, Tokens } from './patreon-client.ts'
import { ProviderError } from './patreon-error.ts'
import * as store from './store.ts'

/** A user's link with the provider has changed. */
export const supporterLinkChanged = defineChange<{ userId: string }>('supporter-link', ({ userId }) => userId)

/** ms within which the browser has to come back after a link was begun */
const TO_COME_BACK = 600_000
/** ms for which a link or tokens are reserved for the node that asks the provider about them */
const LEASE = 300_000
/** ms after which a failed check is tried again at first */
const AGAIN = 900_000
/** ms for which a node asks the provider nothing of the same kind after a failure */
const HOLD = 600_000
/** ms for which tokens have to be valid to be used without a refresh */
const NEARLY = 60_000
/** Attempts to revoke tokens, about an hour apart; after that the tokens are left to expire. */
const MOST_TRIES = 24
const HOUR = 3_600_000

const NOTHING = 'Nothing was linked.'
const USED_UP = `This answer of Patreon was used before, is older than ten minutes, or was for somebody else. ${NOTHING} Start again.`
const TAKEN = `This Patreon account is linked to another player here. ${NOTHING} Sign in as that player and end the link there, or start again with another account.`

const hashOf = (state: string): string => createHash('sha256').update(state).digest('base64url')

export interface SupportersParts {
  database: Database
  clock: Clock
  log: Log
  players: PlayersApi
  provider: Provider
  seal: SecretBox
  jobs: JobQueue
  /** Publishes committed changes. */
  tell(news: ChangeLogEntry[]): Promise<void>
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
  error instanceof ProviderError ? { wait: error.wait, hold: Math.max(HOLD, error.wait) } : {}

/**
 * Links users with their accounts at the provider. Methods return change-log entries that are already committed; the caller publishes them.
 */
export class Supporters {
  readonly #parts: SupportersParts
  readonly #checks: JobKind<Check>
  readonly #revocations: JobKind<Revocation>

  constructor(parts: SupportersParts) {
    this.#parts = parts
    const { jobs, log } = parts
    const common = { atOnce: 1, lease: LEASE, unavailable: 'supporters could not be looked at', advise }
    const logLater = (error: unknown): void =>
      error instanceof ProviderError
        ? log.warn({ trouble: error.trouble }, 'the supporters’ provider does not answer; later rounds go on')
        : log.error({ err: error }, 'supporters could not be looked at')
    this.#checks = jobs.register<Check>({
      ...common,
      name: 'supporter-check',
      // A link lasts until it is ended, however long the provider is away.
      mostTries: null,
      backoff: { first: AGAIN, most: 6 * HOUR },
      run: ({ body }) => this.#check(body.userId),
      logFailure: logLater,
    })
    this.#revocations = jobs.register<Revocation>({
      ...common,
      name: 'supporter-revoke',
      mostTries: MOST_TRIES,
      backoff: { first: HOUR, most: HOUR },
      run: async ({ body }) => {
        await this.#revoke(body)
        return null
      },
      logFailure: (error, _, last) => (last ? this.#logNotRevoked(error) : logLater(error)),
    })
  }

  /** @returns the URL that the browser is sent to */
  async begin(userId: string): Promise<string> {
    const { database, clock, provider, seal } = this.#parts
    const state = generateRandomState()
    const verifier = generateRandomCodeVerifier()
    await store.saveBegun(database.db, {
      userId,
      stateHash: hashOf(state),
      verifier: seal.close(verifier, userId),
      expiresAt: new Date(clock.now() + TO_COME_BACK),
    })
    return provider.address(state, verifier)
  }

  /** @throws DdpError 401, 403, 409, 503, too-many-requests as patreon.confirm lists them */
  async confirm(
    userId: string,
    { code, state }: { code: string; state: string },
  ): Promise<{ membership: Membership; news: ChangeLogEntry[] }> {
    const { database, clock, provider, seal } = this.#parts
    const sealed = await store.consumeOauthState(database.db, userId, hashOf(state), this.#now())
    const verifier = sealed === null ? null : this.#opened(sealed, userId)
    if (verifier === null) throw new DdpError(403, USED_UP)
    const tokens = await provider.exchange(code, state, verifier).catch(error => this.#tell(error))
    const membership = await provider.membership(tokens).catch(error => this.#tell(error))
    const news = await database.transaction(async tx => {
      if (!(await store.lockSupporter(tx, userId))) throw new DdpError(401, 'Please sign in first.')
      const before = await store.deleteLink(tx, userId)
      const link: store.SupporterLink = {
        id: uuidv7(),
        userId,
        providerId: membership.providerId,
        tokens: seal.close(JSON.stringify(tokens), userId),
        tier: membership.tier,
        active: membership.active,
      }
      // Its tokens are not revoked: if the provider has one grant per account, that would end the other player's link.
      if (!(await store.insertLink(tx, link, this.#now()))) throw new DdpError(409, TAKEN)
      if (before !== null && before.providerId !== membership.providerId) await this.#toRevoke(tx, before)
      await this.#checks.add(tx, { key: userId, body: { userId }, dueAt: new Date(nextNight(clock.now())) })
      return this.#shown(tx, userId, membership.active)
    })
    return { membership, news }
  }

  async unlink(userId: string): Promise<ChangeLogEntry[]> {
    return this.#parts.database.transaction(async tx => {
      if (!(await store.lockSupporter(tx, userId))) throw new DdpError(401, 'Please sign in first.')
      const link = await store.deleteLink(tx, userId)
      if (link === null) return []
      await this.#toRevoke(tx, link)
      return this.#shown(tx, userId, false)
    })
  }

  /** Part of a user's deletion. */
  async forget(tx: Db, userId: string): Promise<NewChange[]> {
    await store.deleteBegun(tx, userId)
    const link = await store.deleteLink(tx, userId)
    if (link === null) return []
    await this.#toRevoke(tx, link)
    return [supporterLinkChanged.of({ userId })]
  }

  /** Called when a membership may have changed: it is read again at once. */
  async askToCheck(providerId: string): Promise<void> {
    const { db } = this.#parts.database
    const userId = await store.linkedUser(db, providerId)
    if (userId === null) return
    await this.#checks.add(db, { key: userId, body: { userId } })
    this.wake()
  }

  /** Begins to ask the provider what is due, in the background. */
  wake(): void {
    this.#revocations.wake()
    this.#checks.wake()
  }

  /** Resolves when the memberships that are due now have been read or postponed, and tokens that are to be revoked likewise. */
  async idle(): Promise<void> {
    await this.#revocations.idle()
    await this.#checks.idle()
  }

  /** Removes links that were begun and not confirmed in time. */
  async sweep(): Promise<void> {
    await store.dropBegunBefore(this.#parts.database.db, this.#now())
  }

  /** @returns when the membership is to be read again; null: there is no link. @throws ProviderError */
  async #check(userId: string): Promise<Date | null> {
    const { database, clock, log, tell } = this.#parts
    const link = await store.findLink(database.db, userId)
    if (link === null) return null
    const text = this.#opened(link.tokens, userId)
    if (text === null) log.warn({ userId }, 'a supporter’s tokens do not open with the key of this node; share its file secrets/supporters')
    else await tell(await this.#readInto(link, JSON.parse(text) as Tokens))
    return new Date(nextNight(clock.now()))
  }

  /** Reads a membership and stores it; ends the link if the provider no longer knows it. @throws ProviderError */
  async #readInto(link: store.SupporterLink, tokens: Tokens): Promise<ChangeLogEntry[]> {
    const { database, log } = this.#parts
    const { userId } = link
    try {
      const found = await this.#read(link, tokens)
      if (found.providerId !== link.providerId) throw new ProviderError('odd')
      return await database.transaction(async tx => {
        if (!(await store.lockSupporter(tx, userId)) || !(await store.saveMembership(tx, link, found))) return []
        return found.active === link.active && found.tier === link.tier ? [] : this.#shown(tx, userId, found.active)
      })
    } catch (error) {
      if (!(error instanceof ProviderError) || error.trouble !== 'refused') throw error
      log.info({ userId }, 'the provider knows a supporter’s link no more: it is ended here too')
      return database.transaction(async tx => {
        if (!(await store.lockSupporter(tx, userId)) || (await store.deleteLink(tx, userId, link.id)) === null) return []
        return this.#shown(tx, userId, false)
      })
    }
  }

  /** Reads the membership, with refreshed tokens if the stored ones are nearly expired or are refused. */
  async #read(link: store.SupporterLink, tokens: Tokens): Promise<Membership> {
    const { provider, clock } = this.#parts
    if (tokens.expiresAt > clock.now() + NEARLY) {
      try {
        return await provider.membership(tokens)
      } catch (error) {
        if (!(error instanceof ProviderError) || error.trouble !== 'refused') throw error
      }
    }
    const { database, seal } = this.#parts
    const fresh = await provider.refresh(tokens)
    const kept = await store.saveTokens(database.db, link, seal.close(JSON.stringify(fresh), link.userId))
    if (!kept) await this.#forget(fresh)
    return provider.membership(fresh)
  }

  /** @throws ProviderError */
  async #revoke({ id, tokens }: Revocation): Promise<void> {
    const text = this.#opened(Buffer.from(tokens, 'base64'), id)
    if (text === null) return
    try {
      await this.#parts.provider.revoke(JSON.parse(text) as Tokens)
    } catch (error) {
      if (!(error instanceof ProviderError) || error.trouble !== 'refused') throw error
      this.#logNotRevoked(error)
    }
  }

  #logNotRevoked(error: unknown): void {
    const about = error instanceof ProviderError ? { trouble: error.trouble } : { err: error }
    this.#parts.log.warn(about, 'the supporters’ provider did not take tokens back; they end by themselves')
  }

  /** Writes the changes that show the link's current state to everybody who sees it. */
  async #shown(tx: Db, userId: string, active: boolean): Promise<ChangeLogEntry[]> {
    const news = await this.#parts.players.setSupporter(tx, userId, active)
    return appendChanges(tx, [...news, supporterLinkChanged.of({ userId })])
  }

  async #toRevoke(tx: Db, { userId, tokens }: store.SupporterLink): Promise<void> {
    const text = this.#opened(tokens, userId)
    if (text !== null) await this.#forget(JSON.parse(text) as Tokens, tx)
  }

  async #forget(tokens: Tokens, tx: Db = this.#parts.database.db): Promise<void> {
    const id = uuidv7()
    const sealed = this.#parts.seal.close(JSON.stringify(tokens), id)
    await this.#revocations.add(tx, { key: id, body: { id, tokens: sealed.toString('base64') } })
  }

  /** Returns null if it was encrypted with another key. */
  #opened(sealed: Buffer, owner: string): string | null {
    try {
      return this.#parts.seal.open(sealed, owner)
    } catch {
      return null
    }
  }

  /** Turns an error of the provider into the one that the user sees. */
  #tell(error: unknown): never {
    if (!(error instanceof ProviderError)) throw error
    const { trouble, wait } = error
    this.#parts.log.warn({ trouble }, 'a supporter could not be linked')
    if (trouble === 'refused') throw new DdpError(403, `Patreon does not know this answer any more. ${NOTHING} Start again.`)
    if (trouble === 'busy')
      throw new DdpError('too-many-requests', `Patreon is asked too much just now. ${NOTHING} Wait ${waitLabel(wait)}, then start again.`, {
        timeToReset: wait,
      })
    if (trouble === 'misconfigured')
      throw new DdpError(503, `This site and Patreon do not understand each other. ${NOTHING} Tell the people who run this site.`)
    throw new DdpError(503, `Patreon does not answer as it should just now. ${NOTHING} Wait a few minutes, then start again.`)
  }

  #now(): Date {
    return new Date(this.#parts.clock.now())
  }
}
