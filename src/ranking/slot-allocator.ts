import { IdTable } from './id-hash-table.ts'

const SEGMENT_BITS = 14
const SEGMENT = 1 << SEGMENT_BITS
/** The number of ids at which a table is split in two, so that growing a table never takes long. */
const FULL = 1600
/** The most bits by which tables are told apart: otherwise ids with the same hash would be split without end. */
const MOST_BITS = 16
/** marks the end of the list of free slots */
const NONE = 0xffffffff

/** One whole number per slot, stored in segments, so that growing copies little. */
class Column {
  readonly #segments: Uint32Array[] = []

  get(slot: number): number {
    return this.#segments[slot >> SEGMENT_BITS]![slot & (SEGMENT - 1)]!
  }

  set(slot: number, value: number): void {
    const number = slot >> SEGMENT_BITS
    const place = slot & (SEGMENT - 1)
    let segment = this.#segments[number]
    if (segment === undefined || segment.length <= place) {
      const grown = new Uint32Array(number > 0 ? SEGMENT : Math.min(SEGMENT, Math.max(16, place * 2)))
      if (segment !== undefined) grown.set(segment)
      segment = grown
      this.#segments[number] = segment
    }
    segment[place] = value
  }
}

/** Hashes an id's last 12 characters, where ids differ (UUIDv7 ends in random bits), and its length. */
function hashOf(id: string): number {
  let hash = id.length
  for (let i = Math.max(0, id.length - 12); i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Assigns each id a slot (a small whole number), and stores in which leaf the slot's entry is. */
export class SlotAllocator {
  /** Indexed by the first `#bits` bits of a hash. A table with fewer bits occupies several adjacent indexes. */
  #tables: IdTable[] = [new IdTable()]
  #bits = 0
  readonly #ids: (string | null)[][] = []
  /** the leaf of each slot; for a free slot, the next free slot */
  readonly #leaves = new Column()
  #free = NONE
  #used = 0

  findSlot(id: string): number | undefined {
    const hash = hashOf(id)
    const table = this.#table(hash)
    for (let at = table.first(hash); ; at = table.next(at)) {
      const slot = table.slotAt(at)
      if (slot < 0) return undefined
      if (table.hashAt(at) === hash && this.getId(slot) === id) return slot
    }
  }

  getId(slot: number): string {
    return this.#ids[slot >> SEGMENT_BITS]![slot & (SEGMENT - 1)]!
  }

  getLeaf(slot: number): number {
    return this.#leaves.get(slot)
  }

  place(slot: number, leaf: number): void {
    this.#leaves.set(slot, leaf)
  }

  take(id: string): number {
    const slot = this.#nextSlot()
    const hash = hashOf(id)
    const table = this.#table(hash)
    if (table.count >= FULL && table.bits < MOST_BITS) this.#split(table, hash)
    this.#table(hash).add(hash, slot)
    const segment = slot >> SEGMENT_BITS
    while (this.#ids.length <= segment) this.#ids.push([])
    this.#ids[segment]![slot & (SEGMENT - 1)] = id
    return slot
  }

  release(id: string, slot: number): void {
    const hash = hashOf(id)
    this.#table(hash).remove(hash, slot)
    this.#ids[slot >> SEGMENT_BITS]![slot & (SEGMENT - 1)] = null
    this.#leaves.set(slot, this.#free)
    this.#free = slot
  }

  #nextSlot(): number {
    const slot = this.#free
    if (slot === NONE) return this.#used++
    this.#free = this.#leaves.get(slot)
    return slot
  }

  #place(hash: number): number {
    return (hash >>> 1) >>> (31 - this.#bits)
  }

  #table(hash: number): IdTable {
    return this.#tables[this.#place(hash)]!
  }

  #split(table: IdTable, hash: number): void {
    if (table.bits === this.#bits) {
      const tables = this.#tables
      this.#tables = Array.from({ length: 2 * tables.length }, (_, place) => tables[place >> 1]!)
      this.#bits++
    }
    const [zeros, ones] = table.split()
    const half = 1 << (this.#bits - zeros.bits)
    const first = this.#place(hash) & ~(2 * half - 1)
    this.#tables.fill(zeros, first, first + half).fill(ones, first + half, first + 2 * half)
  }
}
