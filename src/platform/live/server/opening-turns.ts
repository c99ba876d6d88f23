/**
 * Limits how many views are loaded for the first time at once, in total and for each client address. Further ones wait; the addresses take
 * turns. Otherwise an address that opens many views would fill the queue of the database's connections, in which everybody else waits.
 */
export class OpeningTurns {
  readonly #total: number
  readonly #perAddress: number
  readonly #running = new Map<string, number>()
  #runningTotal = 0
  /** By address, those that wait, oldest first. The address whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(total: number, perAddress: number) {
    this.#total = total
    this.#perAddress = perAddress
  }

  /** Runs a function when it is its turn. @throws what the function throws */
  async run<T>(address: string, run: () => Promise<T>): Promise<T> {
    if (this.#isFree(address)) this.#start(address)
    else {
      await new Promise<void>(resolve => {
        const others = this.#waiting.get(address)
        if (others === undefined) this.#waiting.set(address, [resolve])
        else others.push(resolve)
      })
    }
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
    const left = this.#running.get(address)! - 1
    if (left === 0) this.#running.delete(address)
    else this.#running.set(address, left)
    this.#startNext()
  }

  #startNext(): void {
    for (const [address, waiting] of this.#waiting) {
      if (!this.#isFree(address)) continue
      const next = waiting.shift()!
      this.#waiting.delete(address)
      if (waiting.length > 0) this.#waiting.set(address, waiting)
      this.#start(address)
      next()
      return
    }
  }
}
