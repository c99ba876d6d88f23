import type { DdpConnection } from '#ddp/server/connection.ts'

/** ms for which a challenge can be answered */
export const CHALLENGE_LIFETIME = 300_000

interface Challenge {
  challenge: string
  userId: string | null
  expiresAt: number
}

/**
 * The challenges that authenticators are to sign. They are kept in memory with the connection that asked for them, so nobody can answer the
 * challenge of another connection, and they end with it. Each can be answered once; a new one replaces the one before.
 */
export class Challenges {
  readonly #now: () => number
  readonly #pending = new WeakMap<DdpConnection, Challenge>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** @param userId who may answer it; null: anybody on this connection */
  put(connection: DdpConnection, challenge: string, userId: string | null = null): void {
    this.#pending.set(connection, { challenge, userId, expiresAt: this.#now() + CHALLENGE_LIFETIME })
  }

  /** Uses up the challenge of a connection. Returns null if there is none for this user, or if it has expired. */
  take(connection: DdpConnection, userId: string | null = null): string | null {
    const pending = this.#pending.get(connection)
    this.#pending.delete(connection)
    return pending?.userId === userId && this.#now() < pending.expiresAt ? pending.challenge : null
  }
}
