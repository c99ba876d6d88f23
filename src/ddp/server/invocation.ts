import type { Ejson } from '../wire/ejson.ts'
import type { DdpConnection } from './connection.ts'
import type { WriteFence } from './session/write-fence.ts'

/** The context of one method call, which Meteor passes as `this`. */
export interface Invocation {
  readonly userId: string | null
  readonly connection: DdpConnection
  readonly isSimulation: false
  readonly randomSeed: string | undefined
  /** delays `updated` until the changes that this method made have been sent */
  readonly fence: WriteFence
  /** Runs every subscription again for another user; resolves when the difference has been queued for the client (rule S9). */
  setUserId(userId: string | null): Promise<void>
  /** Lets the session's next message start. */
  unblock(): void
  /** Closes the session as soon as this method's result has been sent (rule M16). */
  closeWhenAnswered(): void
}

export type Method = (invocation: Invocation, ...params: Ejson[]) => unknown
