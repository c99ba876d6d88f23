import { IdTable } from './id-table.ts'

const SEGMENT_BITS = 14
const SEGMENT = 1 << SEGMENT_BITS
const SHARD_BITS = 8
/** Where one table becomes many, so that no table ever grows for long. */
const SPREAD = 4096

/** Whole numbers by slot, in segments, so that growing copies little. */
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

/** From an id's last characters: ids differ there (UUIDv7 ends in random bits). */
function hashOf(id: string): number {
  let hash = id.length
  for (let i = Math.max(0, id.length - 12); i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Gives each id a small number and remembers in which leaf it stands. */
export class Slots {
  #tables: IdTable[] = [new IdTable()]
  readonly #ids: (string | null)[][] = []
  readonly #leaves = new Column()
  readonly #free: number[] = []
  #used = 0

  slotOf(id: string): number | undefined {
    const hash = hashOf(id)
    const table = this.#table(hash)
    for (let at = table.first(hash); ; at = table.next(at)) {
      const slot = table.slotAt(at)
      if (slot < 0) return undefined
      if (table.hashAt(at) === hash && this.idOf(slot) === id) return slot
    }
  }

  idOf(slot: number): string {
    return this.#ids[slot >> SEGMENT_BITS]![slot & (SEGMENT - 1)]!
  }

  leafOf(slot: number): number {
    return this.#leaves.get(slot)
  }

  place(slot: number, leaf: number): void {
    this.#leaves.set(slot, leaf)
  }

  take(id: string): number {
    const slot = this.#free.pop() ?? this.#used++
    const hash = hashOf(id)
    if (this.#tables.length === 1 && this.#tables[0]!.count >= SPREAD) this.#spread()
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
    this.#free.push(slot)
  }

  #table(hash: number): IdTable {
    return this.#tables[this.#tables.length === 1 ? 0 : hash >>> (32 - SHARD_BITS)]!
  }

  #spread(): void {
    const [all] = this.#tables
    this.#tables = Array.from({ length: 1 << SHARD_BITS }, () => new IdTable())
    for (const [hash, slot] of all!.entries()) this.#table(hash).add(hash, slot)
  }
}
