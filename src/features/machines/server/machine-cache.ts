import { LRUCache } from 'lru-cache'
import type { Cache, CacheStats } from '../../../platform/cache-registry.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { KnownMachine } from './api.ts'
import { machineById } from './store.ts'

const MOST = 20_000
/** estimated size of one entry, in bytes */
const BYTES = 400

/** An LRU cache of machines by id. It is cleared when the catalogue changes. */
export class KnownMachines implements Cache {
  readonly #database: Database
  readonly #known = new LRUCache<string, KnownMachine>({ max: MOST })
  #hits = 0
  #misses = 0
  /** number of times the cache was cleared; a row whose read began before a clear is not cached */
  #cleared = 0

  constructor(database: Database) {
    this.#database = database
  }

  get stats(): CacheStats {
    return { entries: this.#known.size, bytes: this.#known.size * BYTES, hits: this.#hits, misses: this.#misses }
  }

  async get(machineId: string): Promise<KnownMachine | null> {
    const remembered = this.#known.get(machineId)
    if (remembered !== undefined) {
      this.#hits++
      return remembered
    }
    this.#misses++
    const cleared = this.#cleared
    const row = await machineById(this.#database.db, machineId)
    if (row === null) return null
    const { name, manufacturer, year, type } = row
    const machine: KnownMachine = { machineId, name, manufacturer, year, type }
    if (cleared === this.#cleared) this.#known.set(machineId, machine)
    return machine
  }

  clear(): number {
    const { size } = this.#known
    this.#cleared++
    this.#known.clear()
    return size
  }
}
