/** Collects what must reach the caller before a method's `updated` (rule M6). */
export class WriteFence {
  readonly #promises: Promise<unknown>[] = []

  /** `updated` is not sent before this promise has settled. */
  wait(promise: Promise<unknown>): void {
    this.#promises.push(promise.catch(() => undefined))
  }

  /** Resolves when all promises, including those added while waiting, have been fulfilled or rejected. */
  async settled(): Promise<void> {
    for (let i = 0; i < this.#promises.length; i++) await this.#promises[i]
  }
}
