import type { Ejson } from '../wire/ejson.ts'
import { ventText } from '../wire/encode.ts'
import { Frame } from './frame.ts'
import type { PublishContext } from './subscription.ts'

/** The context of a vent endpoint, which decides which channels the client listens to and what it is sent. */
export interface VentContext {
  readonly userId: string | null
  /** the subscription: the endpoint can end it, and is told when it has ended */
  readonly publishing: PublishContext
  /** @param handler returns what to send for an event; a falsy value sends nothing (rule V4) */
  on<T>(channel: string, handler: (event: T) => unknown): void
}

export type VentEndpoint = (context: VentContext, ...args: Ejson[]) => unknown

/** The listeners of each channel, in this process. */
export class Vents {
  readonly #channels = new Map<string, Set<(event: unknown) => void>>()

  listen(channel: string, listener: (event: unknown) => void): () => void {
    let listeners = this.#channels.get(channel)
    if (listeners === undefined) {
      listeners = new Set()
      this.#channels.set(channel, listeners)
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#channels.get(channel) === listeners) this.#channels.delete(channel)
    }
  }

  hasListeners(channel: string): boolean {
    return this.#channels.has(channel)
  }

  emit(channel: string, event: unknown): void {
    for (const listener of this.#channels.get(channel) ?? []) listener(event)
  }
}

/** V3: encodes an event as plain JSON, with dates as ISO text. Returns null if there is nothing to send. */
export function ventFrame(ventId: string, name: string, data: unknown): Frame | null {
  return data ? new Frame(ventText(ventId, name, JSON.stringify(data))) : null
}
