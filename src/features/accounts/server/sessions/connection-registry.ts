import type { DdpConnection } from '#ddp/server/connection.ts'

/** How many ended tokens are remembered. A `resume` may read its token just before the token ends and bind the connection just after. */
const MAX_ENDED_TOKENS = 1000

/** Sockets that one user may have on one node at once. */
export const MAX_SOCKETS_PER_USER = 50

interface Binding {
  hashedToken: string
  userId: string
}

/** Knows which connections are logged in by which token and as which user. When a token ends, its connections are closed. */
export class ConnectionRegistry {
  readonly #endedTokens = new Set<string>()
  readonly #byToken = new Map<string, Set<DdpConnection>>()
  readonly #byUser = new Map<string, Set<DdpConnection>>()
  readonly #bindings = new Map<DdpConnection, Binding>()
  readonly #maxPerUser: number

  /** @param maxPerUser connections of one user at once; null: no limit */
  constructor(maxPerUser: number | null = null) {
    this.#maxPerUser = maxPerUser ?? Number.POSITIVE_INFINITY
  }

  /**
   * Marks the connection as logged in by this token, instead of by an earlier one.
   * @returns false when the user has too many other connections: then nothing is bound, and the caller has to close the connection. The
   * token stays valid.
   */
  bind(connection: DdpConnection, hashedToken: string, userId: string): boolean {
    const wasBound = this.#bindings.has(connection)
    this.release(connection)
    if ((this.#byUser.get(userId)?.size ?? 0) >= this.#maxPerUser) return false
    this.#bindings.set(connection, { hashedToken, userId })
    addTo(this.#byToken, hashedToken, connection)
    addTo(this.#byUser, userId, connection)
    if (!wasBound) connection.onClose(() => this.release(connection))
    if (this.#endedTokens.has(hashedToken)) connection.close()
    return true
  }

  /** The hashes of all tokens that are in use on this node. */
  tokens(): string[] {
    return [...this.#byToken.keys()]
  }

  tokenOf(connection: DdpConnection): string | null {
    return this.#bindings.get(connection)?.hashedToken ?? null
  }

  /** True if the token has ended on this node lately. */
  hasEnded(hashedToken: string): boolean {
    return this.#endedTokens.has(hashedToken)
  }

  release(connection: DdpConnection): void {
    const binding = this.#bindings.get(connection)
    if (binding === undefined) return
    this.#bindings.delete(connection)
    removeFrom(this.#byToken, binding.hashedToken, connection)
    removeFrom(this.#byUser, binding.userId, connection)
  }

  /**
   * Runs an operation that may end the caller's own session, without closing this connection, which waits for the result. The connection is
   * released before the operation and not after it, because the end of the token may be published during the operation, together with other
   * changes. If the operation fails, the connection is bound again.
   */
  async keepOpenDuring<T>(connection: DdpConnection, run: () => Promise<T>): Promise<T> {
    const binding = this.#bindings.get(connection)
    this.release(connection)
    try {
      return await run()
    } catch (error) {
      if (binding !== undefined && !this.bind(connection, binding.hashedToken, binding.userId)) connection.close()
      throw error
    }
  }

  /** Closes all connections that are logged in by a token that has ended. */
  revoke(hashedToken: string): void {
    this.#endedTokens.add(hashedToken)
    if (this.#endedTokens.size > MAX_ENDED_TOKENS)
      for (const oldest of [...this.#endedTokens].slice(0, MAX_ENDED_TOKENS / 2)) this.#endedTokens.delete(oldest)
    for (const connection of [...(this.#byToken.get(hashedToken) ?? [])]) {
      // Released at once and not only when the close event arrives, so that it no longer counts towards the user's limit.
      this.release(connection)
      connection.close()
    }
  }
}

function addTo(sets: Map<string, Set<DdpConnection>>, key: string, connection: DdpConnection): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(connection))
}

function removeFrom(sets: Map<string, Set<DdpConnection>>, key: string, connection: DdpConnection): void {
  const set = sets.get(key)
  set?.delete(connection)
  if (set?.size === 0) sets.delete(key)
}
