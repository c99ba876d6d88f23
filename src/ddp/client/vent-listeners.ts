import type { Json } from '../wire/ejson.ts'
import { DdpError } from '../wire/error.ts'

/** V2: the beginning of the raw text of each event. */
export const VENT_PREFIX = '{"msg":"changed","__vent":"1'

/** Passes events to their listeners, by `ventId.name`. */
export class VentListeners {
  readonly #listeners = new Map<string, ((dispatch: Json) => void) | null>()

  open(key: string): void {
    this.#listeners.set(key, null)
  }

  /** V5: sets the listener; the last one wins. @throws DdpError invalid-argument */
  listen(key: string, listener: unknown): void {
    if (typeof listener !== 'function') throw new DdpError('invalid-argument', 'You should pass a function to listen()')
    if (this.#listeners.has(key)) this.#listeners.set(key, listener as (dispatch: Json) => void)
  }

  close(key: string): void {
    this.#listeners.delete(key)
  }

  dispatch(text: string): void {
    try {
      const { id, e } = JSON.parse(text) as { id: string; e: Json }
      this.#listeners.get(id)?.(e)
    } catch {
      return
    }
  }
}
