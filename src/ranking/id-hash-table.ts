const LEAST = 8

/** An open-addressing hash table (linear probing) from hashes to slots. Comparing the ids of equal hashes is left to its owner. */
export class IdTable {
  /** the number of leading bits that all its hashes have in common */
  readonly bits: number
  /** hash and slot + 1, alternating; a slot entry of 0 marks a free cell */
  #cells: Uint32Array
  #mask: number
  count = 0

  /** @param cells number of cells, a power of two */
  constructor(bits = 0, cells = LEAST) {
    this.bits = bits
    this.#mask = cells - 1
    this.#cells = new Uint32Array(2 * cells)
  }

  first(hash: number): number {
    return hash & this.#mask
  }

  next(place: number): number {
    return (place + 1) & this.#mask
  }

  hashAt(place: number): number {
    return this.#cells[2 * place]!
  }

  /** −1: the cell is free */
  slotAt(place: number): number {
    return this.#cells[2 * place + 1]! - 1
  }

  add(hash: number, slot: number): void {
    if ((this.count + 1) * 5 > (this.#mask + 1) * 4) this.#grow()
    let place = this.first(hash)
    while (this.slotAt(place) >= 0) place = this.next(place)
    this.#cells[2 * place] = hash
    this.#cells[2 * place + 1] = slot + 1
    this.count++
  }

  /** Removes a slot, which must be in the table. Later cells of its probe sequence move up, so that a search may stop at a free cell. */
  remove(hash: number, slot: number): void {
    let free = this.first(hash)
    while (this.slotAt(free) !== slot) free = this.next(free)
    for (let place = this.next(free); this.slotAt(place) >= 0; place = this.next(place)) {
      const home = this.first(this.hashAt(place))
      if (((place - home) & this.#mask) < ((place - free) & this.#mask)) continue
      this.#cells[2 * free] = this.#cells[2 * place]!
      this.#cells[2 * free + 1] = this.#cells[2 * place + 1]!
      free = place
    }
    this.#cells[2 * free + 1] = 0
    this.count--
  }

  /** Splits this table into two, by the first bit after the common ones. */
  split(): readonly [zeros: IdTable, ones: IdTable] {
    const places = Math.max(LEAST, (this.#mask + 1) / 2)
    const zeros = new IdTable(this.bits + 1, places)
    const ones = new IdTable(this.bits + 1, places)
    for (let place = 0; place <= this.#mask; place++) {
      const slot = this.slotAt(place)
      if (slot < 0) continue
      const hash = this.hashAt(place)
      const half = hash << this.bits >= 0 ? zeros : ones
      half.add(hash, slot)
    }
    return [zeros, ones]
  }

  #grow(): void {
    const cells = this.#cells
    this.#mask = 2 * this.#mask + 1
    this.#cells = new Uint32Array(2 * (this.#mask + 1))
    this.count = 0
    for (let i = 0; i < cells.length; i += 2) if (cells[i + 1]! > 0) this.add(cells[i]!, cells[i + 1]! - 1)
  }
}
