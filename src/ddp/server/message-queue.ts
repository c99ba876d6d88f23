/** Runs one message of a session at a time (rule M1): the next starts when the one before has finished or unblocked. */
export class SessionQueue {
  readonly #waiting: ((unblock: () => void) => Promise<void>)[] = []
  #busy = false
  #running = 0
  #paused = false
  #closed = false
  #finishing = false
  #finished: () => void = () => {}
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
    this.#finished()
  }

  /** Starts nothing more, and resolves when what is under way has ended. */
  finish(): Promise<void> {
    this.#finishing = true
    if (this.#running === 0 || this.#closed) return Promise.resolve()
    return new Promise(resolve => {
      this.#finished = resolve
    })
  }

  #next(): void {
    if (this.#busy || this.#paused || this.#finishing || this.#closed) return
    const task = this.#waiting.shift()
    if (task === undefined) return
    this.#busy = true
    this.#running++
    let blocked = true
    const unblock = (): void => {
      if (!blocked) return
      blocked = false
      this.#busy = false
      this.#next()
    }
    void task(unblock)
      .catch(this.#report)
      .finally(() => {
        this.#running--
        unblock()
        if (this.#running === 0) this.#finished()
      })
  }
}
