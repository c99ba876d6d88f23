interface Planned {
  at: number
  run: () => Promise<unknown>
}

/** Actions that are run in the order of their times. An action may plan later ones. */
export class Timeline {
  #planned: Planned[] = []
  #sorted = true

  /** @param at ms */
  at(at: number, run: () => Promise<unknown>): void {
    this.#planned.push({ at, run })
    this.#sorted = false
  }

  /** time of the next action in ms; null if none is left */
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
