import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Publishing } from '../../../ddp/server/subscription.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { LiveQuery } from './live-queries.ts'
import type { LiveServer } from './live-server.ts'

/** Documents by collection and id. */
export type Listed = Readonly<Record<string, ReadonlyMap<string, Fields>>>

interface ListViewOptions {
  read: () => Promise<Listed>
  report: (error: unknown) => void
  onClose: (view: ListView) => void
}

/** A list that is read again after every change. Nobody waits for that, and changes that come meanwhile are met by one more reading. */
class ListView implements LiveQuery {
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
        for (const [collection, documents] of Object.entries(await this.#options.read())) this.set.replace(collection, documents)
      } while (this.#again)
    } finally {
      this.#reading = false
    }
  }
}

export interface Lists<Filter> {
  use(publishing: Publishing, filter: Filter): Promise<LiveSet>
  /** All that are open are read again. */
  changed(): void
}

/** Lists of one kind for the few who look after a site, shared by all who ask for the same. `name`: of the cache; `mostIdle`: how many are kept true though nobody reads them */
export function lists<Filter>(
  live: LiveServer,
  {
    name,
    mostIdle,
    read,
    report,
  }: { name: string; mostIdle: number; read: (filter: Filter) => Promise<Listed>; report: (error: unknown) => void },
): Lists<Filter> {
  const queries = live.queries(name, mostIdle)
  const open = new Set<ListView>()
  const openView = async (filter: Filter): Promise<LiveQuery> => {
    const view = new ListView({ read: () => read(filter), report, onClose: closed => void open.delete(closed) })
    open.add(view)
    await view.ready.catch(error => {
      open.delete(view)
      throw error
    })
    return view
  }
  return {
    use: (publishing, filter) => queries.use(publishing, JSON.stringify(filter), () => openView(filter)),
    changed: () => {
      for (const view of open) view.changed()
    },
  }
}
