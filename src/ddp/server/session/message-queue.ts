import { append, NONE } from './waiting-list.ts'

type Task = (unblock: () => void) => Promise<void>

export interface SessionQueueOptions {
  /** Calls the function when the session may start a task: at once, or when it is its turn. */
  inTurn(start: () => void): void
  /** is called with the error of each task that fails */
  report(cause: unknown): void
  /** is called when a task has begun, so that one fewer waits */
  onStarted(): void
}

/** Runs one message of a session at a time (rule M1): the next one starts when the one before has finished or called `unblock`. */
export class SessionQueue {
  #waiting: readonly Task[] = NONE
  #busy = false
  #running = 0
  #paused = false
  #closed = false
  #finishing = false
  #finished: (() => void) | null = null
  /** True: it waits for its turn to start the next task. */
  #asked = false
  readonly #options: SessionQueueOptions

  constructor(options: SessionQueueOptions) {
    this.#options = options
  }

  get length(): number {
    return this.#waiting.length
  }

  add(task: Task): void {
    this.#waiting = append(this.#waiting, task)
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

  /** False: nothing waits, or what waits has to wait for something else than its turn. */
  #canStart(): boolean {
    return this.#waiting.length > 0 && !this.#busy && !this.#paused && !this.#finishing && !this.#closed
  }

  #next(): void {
    if (this.#asked || !this.#canStart()) return
    this.#asked = true
    this.#options.inTurn(() => {
      this.#asked = false
      if (this.#canStart()) this.#start()
    })
  }

  #start(): void {
    const waiting = this.#waiting as Task[]
    const task = waiting.shift()!
    if (waiting.length === 0) this.#waiting = NONE
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
      .catch((cause: unknown) => this.#options.report(cause))
      .finally(() => {
        this.#running--
        unblock()
        if (this.#running === 0) this.#finished?.()
      })
    this.#options.onStarted()
  }
}
