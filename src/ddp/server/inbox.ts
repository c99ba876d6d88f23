/** Runs one message of a session at a time (rule M1): the next starts when the one before has finished or unblocked. */
export class Inbox {
  readonly #waiting: ((unblock: () => void) => Promise<void>)[] = []
  #busy = false
  #paused = false
  #closed = false
  readonly #report: (cause: unknown) => void

  /** @param report hears of tasks that failed */
  constructor(report: (cause: unknown) => void) {
    this.#report = report
  }

  get length(): number {
    return this.#waiting.length
  }

  add(task: (unblock: () => void) => Promise<void>): void {
    this.#waiting.push(task)
    this.#next()
  }

  /** While paused, what is under way goes on and nothing new starts. */
  pause(paused: boolean): void {
    this.#paused = paused
    this.#next()
  }

  close(): void {
    this.#closed = true
    this.#waiting.length = 0
  }

  #next(): void {
    if (this.#busy || this.#paused || this.#closed) return
    const task = this.#waiting.shift()
    if (task === undefined) return
    this.#busy = true
    let blocked = true
    const unblock = (): void => {
      if (!blocked) return
      blocked = false
      this.#busy = false
      this.#next()
    }
    void task(unblock).catch(this.#report).finally(unblock)
  }
}
