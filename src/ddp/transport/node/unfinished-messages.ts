interface Unfinished {
  bytes: number
  drop(): void
}

/**
 * The bytes of all messages that have begun to arrive and are not complete. When they are too many together, the message that began first is
 * given up: one that an ordinary client sends is complete soon.
 */
export class UnfinishedMessages {
  readonly #maxBytes: number
  /** by socket or request, the message that began first comes first */
  readonly #unfinished = new Map<object, Unfinished>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * More of a message has arrived.
   * @param drop called when the message is given up
   * @returns how many bytes of it have arrived
   */
  add(source: object, bytes: number, drop: () => void): number {
    const message = this.#unfinished.get(source) ?? { bytes: 0, drop }
    message.bytes += bytes
    this.#bytes += bytes
    this.#unfinished.set(source, message)
    for (const [each, oldest] of this.#unfinished) {
      if (this.#bytes <= this.#maxBytes) break
      this.finish(each)
      oldest.drop()
    }
    return message.bytes
  }

  /** The message is complete, or will not be. */
  finish(source: object): void {
    this.#bytes -= this.#unfinished.get(source)?.bytes ?? 0
    this.#unfinished.delete(source)
  }
}
