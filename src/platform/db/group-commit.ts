import { currentRequest, mergeContexts, type Request, runInContext } from '#platform/log/request-context.ts'
import { isUnavailable } from './unavailable.ts'

interface Waiting<Item, Outcome> {
  item: Item
  /** the request that added the item */
  request: Request | undefined
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/**
 * Writes items in groups: those that are added while a write is under way go together into the next statement. Items stay independent: when
 * a group fails, each of its items is written by itself, so that a bad item does not fail the others. When the database is unavailable, all
 * waiting items are rejected at once, since each would otherwise wait for its own timeout.
 */
export class GroupCommit<Item, Outcome> {
  readonly #write: (items: Item[]) => Promise<Outcome[]>
  readonly #maxBatch: number
  #waiting: Waiting<Item, Outcome>[] = []
  #busy = false
  #last: Promise<Outcome> | null = null

  /**
   * @param write writes all items with one statement, or none of them; returns their outcomes in the order of the items
   * @param maxBatch largest number of items in a group
   */
  constructor(write: (items: Item[]) => Promise<Outcome[]>, maxBatch = 512) {
    this.#write = write
    this.#maxBatch = maxBatch
  }

  add(item: Item): Promise<Outcome> {
    const outcome = new Promise<Outcome>((resolve, reject) => {
      this.#waiting.push({ item, request: currentRequest(), resolve, reject })
      if (!this.#busy) void this.#run()
    })
    this.#last = outcome
    return outcome
  }

  /** Resolves when every item added so far has its outcome. Items that are added later are not waited for. */
  async idle(): Promise<void> {
    await this.#last?.catch(() => undefined)
  }

  async #run(): Promise<void> {
    this.#busy = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#maxBatch)
      try {
        const outcomes = await this.#writeFor(
          mergeContexts(batch.map(waiting => waiting.request)),
          batch.map(waiting => waiting.item),
        )
        for (const [i, waiting] of batch.entries()) waiting.resolve(outcomes[i]!)
      } catch (error) {
        if (isUnavailable(error)) for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(error)
        else if (batch.length === 1) batch[0]!.reject(error)
        else await this.#writeIndividually(batch)
      }
    }
    this.#busy = false
  }

  /** Others wait for the group too, so it does not wait for the turn of one caller. */
  #writeFor(request: Request | undefined, items: Item[]): Promise<Outcome[]> {
    return runInContext(request && { ...request, caller: undefined }, () => this.#write(items))
  }

  async #writeIndividually(batch: Waiting<Item, Outcome>[]): Promise<void> {
    for (const { item, request, resolve, reject } of batch) {
      try {
        const [outcome] = await this.#writeFor(request, [item])
        resolve(outcome!)
      } catch (error) {
        reject(error)
      }
    }
  }
}
