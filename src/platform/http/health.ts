import type { Clock } from '#ddp/timing/clock.ts'

/** ms that each check may take, since a caller of the readiness check does not wait for long */
const TIMEOUT_MS = 1000

/** Checks whether the dependencies of the site answer. Callers at the same time share one check. */
export class Health {
  readonly #checks: Readonly<Record<string, () => Promise<unknown>>>
  readonly #clock: Clock
  readonly #runningChecks = new Map<string, Promise<boolean>>()

  /** @param checks by the name of the dependency; each resolves when the dependency answers */
  constructor(checks: Readonly<Record<string, () => Promise<unknown>>>, clock: Clock) {
    this.#checks = checks
    this.#clock = clock
  }

  /** Resolves with false after a second, too. A check that takes longer is not started again before it has ended. */
  isHealthy(name: string): Promise<boolean> {
    const running = this.#runningChecks.get(name)
    if (running !== undefined) return running
    const check = this.#checks[name]!().then(
      () => true,
      () => false,
    )
    const answer = new Promise<boolean>(resolve => {
      const timer = this.#clock.after(TIMEOUT_MS, () => resolve(false))
      void check.then(ok => {
        timer.cancel()
        this.#runningChecks.delete(name)
        resolve(ok)
      })
    })
    this.#runningChecks.set(name, answer)
    return answer
  }

  async checkAll(): Promise<Record<string, boolean>> {
    const names = Object.keys(this.#checks)
    const isHealthy = await Promise.all(names.map(name => this.isHealthy(name)))
    return Object.fromEntries(names.map((name, i) => [name, isHealthy[i]!]))
  }
}
