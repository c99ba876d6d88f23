import type { Clock } from '#ddp/timing/clock.ts'

/** ms after which an answer that has not come is slow */
export const SLOW_MS = 2000

/** What waits for an answer, such as a call or a page that is loading. After two seconds users are told that it takes longer. */
export class SlowAnswers {
  readonly #clock: Clock
  readonly #listeners = new Set<() => void>()
  #count = 0
  #outdated = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** True while there is no answer to something that began two seconds ago. */
  get any(): boolean {
    return this.#count > 0
  }

  /** True while a page shows data that the server could not send again, so that it may be out of date. */
  get areOutdated(): boolean {
    return this.#outdated > 0
  }

  /** @param by 1: there is one more subscription whose data may be out of date; -1: one less */
  countOutdated(by: 1 | -1): void {
    this.#outdated += by
    this.#notify()
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** @returns what to call when the answer is there or no longer awaited; calling it again does nothing */
  begin(): () => void {
    let isSlow = false
    const timer = this.#clock.after(SLOW_MS, () => {
      isSlow = true
      this.#change(1)
    })
    return () => {
      timer.cancel()
      if (isSlow) this.#change(-1)
      isSlow = false
    }
  }

  async track<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const end = this.begin()
    try {
      return await answer
    } finally {
      end()
    }
  }

  #change(by: number): void {
    this.#count += by
    this.#notify()
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
