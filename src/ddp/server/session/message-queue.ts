type Task = (unblock: () => void) => Promise<void>

/** what most sessions have waiting */
const NONE: readonly Task[] = []

/** Runs one message of a session at a time (rule M1): the next one starts when the one before has finished or called `unblock`. */
export class SessionQueue {
  /** a new list once it is empty, since a list that was used keeps its room */
  #waiting: readonly Task[] = NONE
  #busy = false
  #running = 0
  #paused = false
  #closed = false
  #finishing = false
  #finished: (() => void) | null = null
  readonly #report: (cause: unknown) => void
  readonly #onStarted: () => void

  /**
   * @param report is called with the error of each task that fails
   * @param onStarted is called when a task has begun, so that one fewer waits
   */
  constructor(report: (cause: unknown) => void, onStarted: () => void) {
    this.#report = report
    this.#onStarted = onStarted
  }

  get length(): number {
    return this.#waiting.length
  }

  add(task: Task): void {
    this.#waiting = this.#waiting.length === 0 ? [task] : [...this.#waiting, task]
    this.#next()
  }

  /** While paused, running tasks go on and no new one starts. */
  pause(paused: boolean): void {
    this.#paused = paused
    this.#next()
  }

  close(): void {
    this.#closed = true
    this.#waiting = NONE
    this.#finished?.()
  }

  /** Starts no more tasks; resolves when the running ones have ended. */
  finish(): Promise<void> {
    this.#finishing = true
    if (this.#running === 0 || this.#closed) return Promise.resolve()
    return new Promise(resolve => {
      this.#finished = resolve
    })
  }

  #next(): void {
    if (this.#busy || this.#paused || this.#finishing || this.#closed) return
    const [task] = this.#waiting
    if (task === undefined) return
    this.#waiting = this.#waiting.length === 1 ? NONE : this.#waiting.slice(1)
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
        if (this.#running === 0) this.#finished?.()
      })
    this.#onStarted()
  }
}
