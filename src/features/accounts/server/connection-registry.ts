import { createHash, randomBytes } from 'node:crypto'
import type { DdpConnection } from '../../../ddp/server/connection.ts'

/** 43 characters that nobody can guess. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64')

/** A resume that has read its token just before it went binds it just after: within so many others. */
const REMEMBERED = 1000

/** sockets that one user may have on one node at once */
export const MOST_SOCKETS = 50

interface Bound {
  hashedToken: string
  userId: string
}

/** Which connections are logged in by which token, and as whom: when a token goes, they are closed. */
export class ConnectionRegistry {
  readonly #gone = new Set<string>()
  readonly #byToken = new Map<string, Set<DdpConnection>>()
  readonly #byUser = new Map<string, Set<DdpConnection>>()
  readonly #bound = new Map<DdpConnection, Bound>()
  readonly #most: number

  /** @param most connections of one user at once; null: any number */
  constructor(most: number | null = null) {
    this.#most = most ?? Number.POSITIVE_INFINITY
  }

  /**
   * From now on the connection is logged in by this token. One that has been bound before changes over.
   * @returns false when the user has too many others: then nothing is bound, and the caller has to close the connection. The token stays good.
   */
  bind(connection: DdpConnection, hashedToken: string, userId: string): boolean {
    const known = this.#bound.has(connection)
    this.release(connection)
    if ((this.#byUser.get(userId)?.size ?? 0) >= this.#most) return false
    this.#bound.set(connection, { hashedToken, userId })
    addTo(this.#byToken, hashedToken, connection)
    addTo(this.#byUser, userId, connection)
    if (!known) connection.onClose(() => this.release(connection))
    if (this.#gone.has(hashedToken)) connection.close()
    return true
  }

  /** The hashes of all tokens that are in use here. */
  tokens(): string[] {
    return [...this.#byToken.keys()]
  }

  tokenOf(connection: DdpConnection): string | null {
    return this.#bound.get(connection)?.hashedToken ?? null
  }

  release(connection: DdpConnection): void {
    const bound = this.#bound.get(connection)
    if (bound === undefined) return
    this.#bound.delete(connection)
    takeFrom(this.#byToken, bound.hashedToken, connection)
    takeFrom(this.#byUser, bound.userId, connection)
  }

  /**
   * Runs what ends the caller's own session among others: this connection waits for the answer and is not closed with them. Let go before it,
   * not after: another's news may bring that of the token along.
   */
  async outlive<T>(connection: DdpConnection, run: () => Promise<T>): Promise<T> {
    const bound = this.#bound.get(connection)
    this.release(connection)
    try {
      return await run()
    } catch (error) {
      if (bound !== undefined && !this.bind(connection, bound.hashedToken, bound.userId)) connection.close()
      throw error
    }
  }

  /** Closes everybody who is logged in by a token that is no more. */
  revoke(hashedToken: string): void {
    this.#gone.add(hashedToken)
    if (this.#gone.size > REMEMBERED) for (const oldest of [...this.#gone].slice(0, REMEMBERED / 2)) this.#gone.delete(oldest)
    for (const connection of [...(this.#byToken.get(hashedToken) ?? [])]) {
      // At once, and not when its end is told: it counts no more for whoever logs in next.
      this.release(connection)
      connection.close()
    }
  }
}

function addTo(sets: Map<string, Set<DdpConnection>>, key: string, connection: DdpConnection): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(connection))
}

function takeFrom(sets: Map<string, Set<DdpConnection>>, key: string, connection: DdpConnection): void {
  const set = sets.get(key)
  set?.delete(connection)
  if (set?.size === 0) sets.delete(key)
}
