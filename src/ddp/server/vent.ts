import type { Ejson } from '../wire/ejson.ts'
import { ventText } from '../wire/encode.ts'
import { Frame } from './frame.ts'
import type { PublishContext } from './subscription.ts'

/** What a vent endpoint works with: it says which channels the client hears, and what of them. */
export interface VentContext {
  readonly userId: string | null
  /** the subscription: it can be ended, and says when it has */
  readonly publishing: PublishContext
  /** @param handler what to send of an event; a falsy answer sends nothing (rule V4) */
  on<T>(channel: string, handler: (event: T) => unknown): void
}

export type VentEndpoint = (venting: VentContext, ...args: Ejson[]) => unknown

/** Who listens to which channel, in this process. */
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

  emit(channel: string, event: unknown): void {
    for (const listener of this.#channels.get(channel) ?? []) listener(event)
  }
}

/** V3: `e` is plain JSON: dates become ISO text. Null when there is nothing to send. */
export function ventFrame(ventId: string, name: string, data: unknown): Frame | null {
  return data ? new Frame(ventText(ventId, name, JSON.stringify(data))) : null
}
