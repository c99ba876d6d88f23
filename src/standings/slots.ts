const SEGMENT_BITS = 14
const SEGMENT = 1 << SEGMENT_BITS
const SHARDS = 1024

/** Whole numbers by slot, in segments, so that growing copies nothing. */
class Column {
  readonly #segments: Uint32Array[] = []

  get(slot: number): number {
    return this.#segments[slot >> SEGMENT_BITS]![slot & (SEGMENT - 1)]!
  }

  set(slot: number, value: number): void {
    const segment = slot >> SEGMENT_BITS
    while (this.#segments.length <= segment) this.#segments.push(new Uint32Array(SEGMENT))
    this.#segments[segment]![slot & (SEGMENT - 1)] = value
  }
}

/** From an id's last characters: ids differ there (UUIDv7 ends in random bits). */
function shardOf(id: string): number {
  let hash = id.length
  for (let i = Math.max(0, id.length - 5); i < id.length; i++) hash = (hash * 31 + id.charCodeAt(i)) | 0
  return hash & (SHARDS - 1)
}

/** Gives each id a small number and remembers in which leaf it stands. Many small maps: none ever grows for long. */
export class Slots {
  readonly #maps: (Map<string, number> | undefined)[] = []
  readonly #ids: (string | null)[][] = []
  readonly #leaves = new Column()
  readonly #free: number[] = []
  #used = 0

  slotOf(id: string): number | undefined {
    return this.#maps[shardOf(id)]?.get(id)
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
    const shard = shardOf(id)
    this.#maps[shard] ??= new Map()
    this.#maps[shard].set(id, slot)
    const segment = slot >> SEGMENT_BITS
    while (this.#ids.length <= segment) this.#ids.push([])
    this.#ids[segment]![slot & (SEGMENT - 1)] = id
    return slot
  }

  release(id: string, slot: number): void {
    this.#maps[shardOf(id)]!.delete(id)
    this.#ids[slot >> SEGMENT_BITS]![slot & (SEGMENT - 1)] = null
    this.#free.push(slot)
  }
}
