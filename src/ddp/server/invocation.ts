import type { Ejson } from '../wire/ejson.ts'
import type { DdpConnection } from './connection.ts'
import type { WriteFence } from './write-fence.ts'

/** What a method works with. */
export interface Invocation {
  readonly userId: string | null
  readonly connection: DdpConnection
  readonly isSimulation: false
  readonly randomSeed: string | undefined
  /** holds `updated` back until the news of this method's writes has gone out */
  readonly fence: WriteFence
  /** Runs every subscription again for another user, and resolves when the client has been told the difference (rule S9). */
  setUserId(userId: string | null): Promise<void>
  /** Lets the session's next message start. */
  unblock(): void
  /** Closes the session as soon as this method's result has been sent (rule M16). */
  closeWhenAnswered(): void
}

export type Method = (invocation: Invocation, ...params: Ejson[]) => unknown
