/**
 * One message that may be sent to any number of sockets. Its text is made on first use and then shared. `encoded` caches the bytes that
 * transports made of it, by the name of the encoding.
 */
export class Frame {
  #make: (() => string) | null
  #text = ''
  readonly encoded: { ws?: Uint8Array; sockjs?: Uint8Array; quoted?: Uint8Array; sse?: Uint8Array } = {}

  constructor(text: string | (() => string)) {
    this.#make = typeof text === 'string' ? null : text
    if (typeof text === 'string') this.#text = text
  }

  get text(): string {
    if (this.#make !== null) {
      this.#text = this.#make()
      this.#make = null
    }
    return this.#text
  }
}
