import type { DdpError } from '../wire/error.ts'

/** A method call or a subscription that a client asked for. */
export interface Task {
  /** the name of the method or publication; null: there is none of the name that the client sent */
  readonly name: string | null
  /** the session's id */
  readonly session: string
  /** the client's address; null: unknown */
  readonly clientAddress: string | null
  /** the user who was signed in when the task began */
  readonly userId: string | null
}

/** Callbacks for metrics, timing and tracing. They must not throw. */
export interface ServerHooks {
  /**
   * Wraps a method call: the hook must call `run` once, at once. `run` resolves when the answer has been queued, with its error or null.
   */
  method(task: Task, run: () => Promise<DdpError | null>): Promise<void>
  /** Wraps the start of a subscription in the same way; `run` resolves when it is ready or has been refused. */
  subscription(task: Task, run: () => Promise<DdpError | null>): Promise<void>
  sessionOpened(): void
  /** @param reason `left`: closed by the client; `closed`: closed by the server as usual; else the reason given to an abusive client */
  sessionClosed(reason: string): void
  /** The frames of one tick have been written. */
  framesWritten(frames: number): void
}

const runOnly = async (_task: Task, run: () => Promise<DdpError | null>): Promise<void> => void (await run())

export const noHooks: ServerHooks = {
  method: runOnly,
  subscription: runOnly,
  sessionOpened: () => {},
  sessionClosed: () => {},
  framesWritten: () => {},
}
