import { createHash } from 'node:crypto'
import { generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi'
import type { Clock } from '../../../ddp/timing/clock.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import { defineChange } from '../../../platform/db/change-log/define-change.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '../../../platform/db/change-log/write.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
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
/** ms for which a link is reserved for the node that reads its membership */
const TO_CHECK = 300_000
/** ms after which a failed check is tried again */
const AGAIN = 900_000
/** ms for which tokens have to be valid to be used without a refresh */
const NEARLY = 60_000
/** Attempts to revoke tokens, an hour apart; after that the tokens are left to expire. */
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
}

/**
 * Links users with their accounts at the provider. Methods return change-log entries that are already committed; the caller publishes them.
 */
export class Supporters {
  readonly #parts: SupportersParts

  constructor(parts: SupportersParts) {
    this.#parts = parts
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
        nextCheckAt: new Date(nextNight(clock.now())),
      }
      // Its tokens are not revoked: if the provider has one grant per account, that would end the other player's link.
      if (!(await store.insertLink(tx, link, this.#now()))) throw new DdpError(409, TAKEN)
      if (before !== null && before.providerId !== membership.providerId) await this.#toRevoke(tx, before)
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

  /** Called when a membership may have changed: it is read again in the next round. @returns true if a user is linked to that account */
  askToCheck(providerId: string): Promise<boolean> {
    return store.askToCheck(this.#parts.database.db, providerId, this.#now())
  }

  /**
   * One round: reads every membership that is due, and revokes the tokens that are to be revoked. @param tell publishes the committed
   * changes
   */
  async round(tell: (news: ChangeLogEntry[]) => Promise<void>): Promise<void> {
    const { database } = this.#parts
    await store.dropBegunBefore(database.db, this.#now())
    try {
      await this.#revokeAll()
      for (;;) {
        const now = this.#now()
        const link = await store.takeDue(database.db, now, this.#from(TO_CHECK))
        if (link === null) return
        await tell(await this.#check(link))
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      this.#parts.log.warn({ trouble: error.trouble }, 'the supporters’ provider does not answer; later rounds go on')
    }
  }

  /** @throws ProviderError when requests for others would be pointless now */
  async #check(link: store.SupporterLink): Promise<ChangeLogEntry[]> {
    const { database, clock, log } = this.#parts
    const { userId } = link
    const giveBack = (next: Date): Promise<unknown> => store.saveChecked(database.db, link, null, next)
    const text = this.#opened(link.tokens, userId)
    if (text === null) {
      log.warn({ userId }, 'a supporter’s tokens do not open with the key of this node; share its file secrets/supporters')
      await giveBack(new Date(nextNight(clock.now())))
      return []
    }
    try {
      const found = await this.#read(link, JSON.parse(text) as Tokens)
      if (found.providerId !== link.providerId) throw new ProviderError('odd')
      return await database.transaction(async tx => {
        if (!(await store.lockSupporter(tx, userId))) return []
        if (!(await store.saveChecked(tx, link, found, new Date(nextNight(clock.now()))))) return []
        return found.active === link.active && found.tier === link.tier ? [] : this.#shown(tx, userId, found.active)
      })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (error.trouble !== 'refused') {
        await giveBack(this.#from(Math.max(AGAIN, error.wait)))
        throw error
      }
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

  async #revokeAll(): Promise<void> {
    const { database, provider, log } = this.#parts
    for (;;) {
      const due = await store.takeRevocation(database.db, this.#now(), this.#from(HOUR))
      if (due === null) return
      const text = this.#opened(due.tokens, due.id)
      try {
        if (text !== null) await provider.revoke(JSON.parse(text) as Tokens)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        if (error.trouble !== 'refused' && due.tries < MOST_TRIES) throw error
        log.warn({ trouble: error.trouble }, 'the supporters’ provider did not take tokens back; they end by themselves')
      }
      await store.deleteRevocation(database.db, due.id)
    }
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
    await store.insertRevocation(tx, { id, tokens: this.#parts.seal.close(JSON.stringify(tokens), id) }, this.#now())
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

  #from(ms: number): Date {
    return new Date(this.#parts.clock.now() + ms)
  }
}
