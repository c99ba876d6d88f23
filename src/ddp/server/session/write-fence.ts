/** Collects what must reach the caller before a method's `updated` (rule M6). */
export class WriteFence {
  readonly #waits: Promise<unknown>[] = []

  /** `updated` is not sent before this promise has settled. */
  wait(news: Promise<unknown>): void {
    this.#waits.push(news.catch(() => undefined))
  }

  /** Resolves when all promises, including those added while waiting, have been fulfilled or rejected. */
  async passed(): Promise<void> {
    for (let i = 0; i < this.#waits.length; i++) await this.#waits[i]
  }
}
