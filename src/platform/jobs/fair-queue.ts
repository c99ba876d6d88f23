/**
 * Limits how many functions run at the same time, in total and for each client address. Others wait, and the addresses take turns (fair
 * queuing), so that an address that asks for much keeps nobody else waiting.
 */
export class FairQueue {
  readonly #total: number
  readonly #perAddress: number
  readonly #running = new Map<string, number>()
  #runningTotal = 0
  /** By address, what waits, oldest first. The address whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(total: number, perAddress: number) {
    this.#total = total
    this.#perAddress = perAddress
  }

  /** Runs a function when its turn comes. @throws what the function throws */
  async run<T>(address: string, run: () => Promise<T>): Promise<T> {
    if (this.#isFree(address)) this.#start(address)
    else
      await new Promise<void>(resolve => {
        const waiting = this.#waiting.get(address)
        if (waiting === undefined) this.#waiting.set(address, [resolve])
        else waiting.push(resolve)
      })
    try {
      return await run()
    } finally {
      this.#end(address)
    }
  }

  #isFree(address: string): boolean {
    return this.#runningTotal < this.#total && (this.#running.get(address) ?? 0) < this.#perAddress
  }

  #start(address: string): void {
    this.#runningTotal++
    this.#running.set(address, (this.#running.get(address) ?? 0) + 1)
  }

  #end(address: string): void {
    this.#runningTotal--
    const remaining = this.#running.get(address)! - 1
    if (remaining === 0) this.#running.delete(address)
    else this.#running.set(address, remaining)
    this.#startNext()
  }

  #startNext(): void {
    for (const [address, waiting] of this.#waiting) {
      if (!this.#isFree(address)) continue
      const next = waiting.shift()!
      this.#waiting.delete(address)
      if (waiting.length > 0) this.#waiting.set(address, waiting)
      this.#start(address)
      return next()
    }
  }
}
