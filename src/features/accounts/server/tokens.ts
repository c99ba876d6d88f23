import { createHash, randomBytes } from 'node:crypto'
import type { Connection } from '../../../ddp/server/connection.ts'

/** 43 characters that nobody can guess. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64')

/** A resume that has read its token just before it went binds it just after: within so many others. */
const REMEMBERED = 1000

/** Which connections are logged in by which token: when a token goes, they are closed. */
export class TokenConnections {
  readonly #gone = new Set<string>()
  readonly #byToken = new Map<string, Set<Connection>>()
  readonly #tokens = new Map<Connection, string>()

  bind(connection: Connection, hashedToken: string): void {
    const known = this.#tokens.has(connection)
    this.release(connection)
    this.#tokens.set(connection, hashedToken)
    const connections = this.#byToken.get(hashedToken) ?? new Set()
    this.#byToken.set(hashedToken, connections.add(connection))
    if (!known) connection.onClose(() => this.release(connection))
    if (this.#gone.has(hashedToken)) connection.close()
  }

  /** The hashes of all tokens that are in use here. */
  tokens(): string[] {
    return [...this.#byToken.keys()]
  }

  tokenOf(connection: Connection): string | null {
    return this.#tokens.get(connection) ?? null
  }

  release(connection: Connection): void {
    const token = this.#tokens.get(connection)
    if (token === undefined) return
    this.#tokens.delete(connection)
    const connections = this.#byToken.get(token)
    connections?.delete(connection)
    if (connections?.size === 0) this.#byToken.delete(token)
  }

  /**
   * Runs what ends the caller's own session among others: this connection waits for the answer and is not closed with them. Let go before it,
   * not after: another's news may bring that of the token along.
   */
  async outlive<T>(connection: Connection, run: () => Promise<T>): Promise<T> {
    const token = this.tokenOf(connection)
    this.release(connection)
    try {
      return await run()
    } catch (error) {
      if (token !== null) this.bind(connection, token)
      throw error
    }
  }

  /** Closes everybody who is logged in by a token that is no more. */
  revoke(hashedToken: string): void {
    this.#gone.add(hashedToken)
    if (this.#gone.size > REMEMBERED) for (const oldest of [...this.#gone].slice(0, REMEMBERED / 2)) this.#gone.delete(oldest)
    for (const connection of [...(this.#byToken.get(hashedToken) ?? [])]) connection.close()
  }
}
