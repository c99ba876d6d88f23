import { tooManyRequests } from '#ddp/server/rate-limit.ts'

/** Limits how many functions run at the same time. A limited number of others wait, first come first served. */
export class ConcurrencyLimit {
  readonly #concurrency: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(concurrency: number, maxWaiting: number) {
    this.#concurrency = concurrency
    this.#maxWaiting = maxWaiting
  }

  /** Runs a function when its turn comes. @throws DdpError too-many-requests when too many wait already */
  async run<T>(run: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#concurrency) {
      if (this.#waiting.length >= this.#maxWaiting) throw tooManyRequests(1000)
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    } else this.#running++
    try {
      return await run()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}
