interface Planned {
  at: number
  run: () => Promise<unknown>
}

/** What happens when. What happens may plan what happens later. */
export class Timeline {
  #planned: Planned[] = []
  #sorted = true

  /** @param at ms */
  at(at: number, run: () => Promise<unknown>): void {
    this.#planned.push({ at, run })
    this.#sorted = false
  }

  /** ms; null: nothing more happens */
  get next(): number | null {
    return this.#sort()[0]?.at ?? null
  }

  async runNext(): Promise<void> {
    await this.#sort().shift()?.run()
  }

  #sort(): Planned[] {
    if (!this.#sorted) this.#planned.sort((a, b) => a.at - b.at)
    this.#sorted = true
    return this.#planned
  }
}
