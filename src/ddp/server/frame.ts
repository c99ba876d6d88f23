/**
 * One message on its way to any number of sockets. Its text is made when first needed and then shared; `encoded` is where a transport keeps
 * the bytes it made of it, by the transport's own name.
 */
export class Frame {
  #make: (() => string) | null
  #text = ''
  readonly encoded: { ws?: Uint8Array; sockjs?: Uint8Array; quoted?: Uint8Array } = {}

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
