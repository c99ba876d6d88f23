/** What a method's writes still have to tell its caller: `updated` waits for all of it (rule M6). */
export class WriteFence {
  readonly #waits: Promise<unknown>[] = []

  /** `updated` will not leave before this has settled. */
  wait(news: Promise<unknown>): void {
    this.#waits.push(news.catch(() => undefined))
  }

  /** Resolves when everything that was to be waited for, including what came meanwhile, has settled either way. */
  async passed(): Promise<void> {
    for (let i = 0; i < this.#waits.length; i++) await this.#waits[i]
  }
}
