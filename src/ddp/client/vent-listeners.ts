import type { Json } from '../wire/ejson.ts'
import { DdpError } from '../wire/error.ts'

/** V2: what the raw text of an event begins with. */
export const VENT_PREFIX = '{"msg":"changed","__vent":"1'

/** Hands events to whoever listens, by `ventId.name`. */
export class VentListeners {
  readonly #listeners = new Map<string, ((event: Json) => void) | null>()

  open(key: string): void {
    this.#listeners.set(key, null)
  }

  /** V5: the last listener wins. @throws DdpError invalid-argument */
  listen(key: string, listener: unknown): void {
    if (typeof listener !== 'function') throw new DdpError('invalid-argument', 'You should pass a function to listen()')
    if (this.#listeners.has(key)) this.#listeners.set(key, listener as (event: Json) => void)
  }

  close(key: string): void {
    this.#listeners.delete(key)
  }

  event(text: string): void {
    try {
      const { id, e } = JSON.parse(text) as { id: string; e: Json }
      this.#listeners.get(id)?.(e)
    } catch {
      return
    }
  }
}
