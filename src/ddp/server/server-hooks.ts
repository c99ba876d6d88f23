import type { DdpError } from '../wire/error.ts'

/** Something a client asked for. */
export interface Task {
  /** of a method or publication; null: there is none of the name that was asked for */
  readonly name: string | null
  /** the session's id */
  readonly session: string
  /** who was signed in when it began */
  readonly userId: string | null
}

/** Hears what a server does, to count, time or follow it. It must not throw. */
export interface ServerHooks {
  /** A method call: runs it once, at once. `run` resolves after its answer, with the error that it was. */
  method(task: Task, run: () => Promise<DdpError | null>): Promise<void>
  /** A subscription's start, likewise: up to its being ready, or refused. */
  subscription(task: Task, run: () => Promise<DdpError | null>): Promise<void>
  sessionOpened(): void
  /** @param reason `left`: by its client; `closed`: in order; else what an abuser was told */
  sessionClosed(reason: string): void
  /** Frames have been written, all that a tick produced. */
  written(frames: number): void
}

const only = async (_task: Task, run: () => Promise<DdpError | null>): Promise<void> => void (await run())

export const noObserver: ServerHooks = {
  method: only,
  subscription: only,
  sessionOpened: () => {},
  sessionClosed: () => {},
  written: () => {},
}
