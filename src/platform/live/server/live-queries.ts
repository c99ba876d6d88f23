import type { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Publishing } from '../../../ddp/server/subscription.ts'
import type { Cache, CacheStats } from '../../caches.ts'

/** Something that keeps a set true while anybody reads it. */
export interface LiveQuery {
  readonly set: LiveSet
  close(): void
}

interface Entry {
  query: Promise<LiveQuery>
  /** null: not loaded yet */
  set: LiveSet | null
  users: number
}

/** Queries by what they ask, shared by all who ask the same. Idle ones are kept for the next reader until too many are; least recently used leave. */
export class LiveQueries implements Cache {
  readonly #mostIdle: number
  readonly #entries = new Map<string, Entry>()
  #idle = 0
  #hits = 0
  #misses = 0

  constructor(mostIdle: number) {
    this.#mostIdle = mostIdle
  }

  get stats(): CacheStats {
    let bytes = 0
    for (const { set } of this.#entries.values()) bytes += set === null ? 0 : bytesOf(set)
    return { entries: this.#entries.size, bytes, hits: this.#hits, misses: this.#misses }
  }

  /** The set that answers `key`, kept true until the subscription stops. @param open resolves when it is loaded */
  async use(publishing: Publishing, key: string, open: () => Promise<LiveQuery>): Promise<LiveSet> {
    let entry = this.#entries.get(key)
    if (entry === undefined) {
      this.#misses++
      const opened: Entry = { query: open(), set: null, users: 0 }
      entry = opened
      this.#entries.set(key, opened)
      opened.query.then(
        ({ set }) => {
          opened.set = set
        },
        () => this.#forget(key, opened),
      )
    } else {
      this.#hits++
      if (entry.users === 0) this.#idle--
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
    entry.users++
    const used = entry
    publishing.onStop(() => this.#release(key, used))
    return (await entry.query).set
  }

  /** Closes a query if nobody uses it: cheaper than to keep true what takes SQL to keep. @returns whether it did */
  shed(set: LiveSet): boolean {
    for (const [key, entry] of this.#entries) {
      if (entry.set !== set) continue
      if (entry.users > 0) return false
      this.#idle--
      this.#entries.delete(key)
      shut(entry)
      return true
    }
    return false
  }

  /** Closes what nobody uses. @returns how many */
  clear(): number {
    return this.#evict(0)
  }

  close(): void {
    for (const [key, entry] of this.#entries) {
      this.#entries.delete(key)
      shut(entry)
    }
  }

  /** One that could not be opened leaves, and nobody else under its key. */
  #forget(key: string, entry: Entry): void {
    if (this.#entries.get(key) !== entry) return
    this.#entries.delete(key)
    if (entry.users === 0) this.#idle--
  }

  #release(key: string, entry: Entry): void {
    entry.users--
    if (entry.users > 0 || this.#entries.get(key) !== entry) return
    this.#idle++
    this.#evict(this.#mostIdle)
  }

  #evict(keep: number): number {
    let gone = 0
    for (const [key, entry] of this.#entries) {
      if (this.#idle <= keep) break
      if (entry.users > 0) continue
      this.#idle--
      gone++
      this.#entries.delete(key)
      shut(entry)
    }
    return gone
  }
}

/** As text in memory, judged by the first document. */
function bytesOf(set: LiveSet): number {
  const [first] = set.entries()
  return first === undefined ? 0 : JSON.stringify(first.fields).length * 2 * set.size
}

function shut({ query }: Entry): void {
  query.then(
    opened => {
      opened.set.retire()
      opened.close()
    },
    () => undefined,
  )
}
