interface ScheduledStep {
  at: number
  run: () => Promise<unknown>
}

/** Actions that are run in the order of their times. An action may plan later ones. */
export class Schedule {
  #steps: ScheduledStep[] = []
  #sorted = true

  /** @param at ms */
  at(at: number, run: () => Promise<unknown>): void {
    this.#steps.push({ at, run })
    this.#sorted = false
  }

  /** time of the next action in ms; null if none is left */
  get next(): number | null {
    return this.#sort()[0]?.at ?? null
  }

  async runNext(): Promise<void> {
    await this.#sort().shift()?.run()
  }

  #sort(): ScheduledStep[] {
    if (!this.#sorted) this.#steps.sort((a, b) => a.at - b.at)
    this.#sorted = true
    return this.#steps
  }
}
