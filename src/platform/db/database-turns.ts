import { AsyncLocalStorage } from 'node:async_hooks'
import { FairQueue } from '#platform/fair-queue.ts'
import { currentRequest } from '#platform/log/request-context.ts'
import { isUnreachable } from './unavailable.ts'

/** Parts of a pool's connections. What is left belongs to work that no request waits for: the change log, reloads of views, jobs. */
const READS = 0.4
const WRITES = 0.3

/**
 * Lets requests take turns at the database: method calls, the opening of views, and HTTP requests. Of the connections of the pool, reads can
 * only have some and writes only others, so that scores and results are taken while others read as much as they can.
 */
export class DatabaseTurns {
  readonly #reads: FairQueue
  readonly #writes: FairQueue
  /** true while the code that runs has its turn: what it does with the database in it waits for no other */
  readonly #inTurn = new AsyncLocalStorage<true>()

  /** @param connections of the pool */
  constructor(connections: number) {
    const queue = (part: number): FairQueue => {
      const atOnce = Math.max(2, Math.floor(connections * part))
      return new FairQueue({ atOnce, perAddress: atOnce - 1 })
    }
    this.#reads = queue(READS)
    this.#writes = queue(WRITES)
  }

  /** number of requests that have their turn, and that wait for it */
  get size(): Record<'reads' | 'writes', { running: number; waiting: number }> {
    return { reads: this.#reads.size, writes: this.#writes.size }
  }

  /** @throws what `run` throws; DdpError too-many-requests if too much waits */
  read<T>(run: () => Promise<T>): Promise<T> {
    return this.#take(currentRequest()?.records === true ? this.#writes : this.#reads, run)
  }

  /** The same for a transaction that writes. */
  write<T>(run: () => Promise<T>): Promise<T> {
    return this.#take(this.#writes, run)
  }

  #take<T>(queue: FairQueue, run: () => Promise<T>): Promise<T> {
    const caller = currentRequest()?.caller
    if (caller === undefined || this.#inTurn.getStore() === true) return run()
    return queue.run(caller, async () => {
      try {
        return await this.#inTurn.run(true, run)
      } catch (error) {
        // Each of those that wait would otherwise wait for a timeout of its own.
        if (isUnreachable(error)) for (const each of [this.#reads, this.#writes]) each.refuseWaiting(error)
        throw error
      }
    })
  }
}
