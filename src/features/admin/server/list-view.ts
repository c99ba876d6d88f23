import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'

export interface ListViewOptions {
  collection: string
  read: () => Promise<ReadonlyMap<string, Fields>>
  report: (error: unknown) => void
  onClose: (view: ListView) => void
}

/** A list that is read again after every change. Nobody waits for that, and changes that come meanwhile are met by one more reading. */
export class ListView implements LiveQuery {
  readonly set = new LiveSet()
  readonly ready: Promise<void>
  readonly #options: ListViewOptions
  #reading = true
  #again = false

  constructor(options: ListViewOptions) {
    this.#options = options
    this.ready = this.#read()
  }

  changed(): void {
    this.#again = true
    if (!this.#reading) void this.#read().catch(this.#options.report)
  }

  close(): void {
    this.#options.onClose(this)
  }

  async #read(): Promise<void> {
    this.#reading = true
    try {
      do {
        this.#again = false
        this.set.replace(this.#options.collection, await this.#options.read())
      } while (this.#again)
    } finally {
      this.#reading = false
    }
  }
}
