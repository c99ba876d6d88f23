import { freshSignInNeeded } from '#accounts/contract/protocol-errors.ts'
import type { DdpConnection } from '#ddp/server/connection.ts'
import type { Invocation } from '#ddp/server/invocation.ts'
import type { ConnectionRegistry } from './connection-registry.ts'
import type { Sessions } from './sessions.ts'

/**
 * What has large effects asks for a fresh sign-in: the user of the session has proved within the last minutes who they are. So a session
 * that was left open, or a stolen token, is not enough. The methods themselves take no password: `account.confirmSignIn` does.
 */
export class FreshSignIn {
  readonly #options: { sessions: Sessions; connections: ConnectionRegistry }

  constructor(options: { sessions: Sessions; connections: ConnectionRegistry }) {
    this.#options = options
  }

  /** True if the user of this connection has proved within the last minutes who they are. */
  isFresh(connection: DdpConnection): Promise<boolean> {
    const { sessions, connections } = this.#options
    return sessions.isFresh(connections.tokenOf(connection))
  }

  /** @throws DdpError `fresh-sign-in-needed` */
  async require({ connection }: Pick<Invocation, 'connection'>): Promise<void> {
    if (!(await this.isFresh(connection))) throw freshSignInNeeded()
  }

  /** For changes of how a password signs in: the user has proved it by the password, and a code where one is asked for. @throws as `require` */
  async requireByPassword({ connection }: Pick<Invocation, 'connection'>): Promise<void> {
    const { sessions, connections } = this.#options
    if (!(await sessions.isFresh(connections.tokenOf(connection), 'password'))) throw freshSignInNeeded()
  }

  /** Records that the user of this connection has just proved who they are. */
  async record({ connection }: Pick<Invocation, 'connection'>): Promise<void> {
    const { sessions, connections } = this.#options
    const token = connections.tokenOf(connection)
    if (token !== null) await sessions.prove(token)
  }
}
