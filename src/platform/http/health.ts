import type { Clock } from '../../ddp/timing/clock.ts'

/** ms that each check may take, since a caller of the readiness check does not wait for long */
const BUDGET = 1000

/** Checks whether the dependencies of the site answer. Callers at the same time share one check. */
export class Health {
  readonly #checks: Readonly<Record<string, () => Promise<unknown>>>
  readonly #clock: Clock
  readonly #underWay = new Map<string, Promise<boolean>>()

  /** @param checks by the name of the dependency; each resolves when the dependency answers */
  constructor(checks: Readonly<Record<string, () => Promise<unknown>>>, clock: Clock) {
    this.#checks = checks
    this.#clock = clock
  }

  /** Resolves with false after a second, too. A check that takes longer is not started again before it has ended. */
  answers(name: string): Promise<boolean> {
    const asked = this.#underWay.get(name)
    if (asked !== undefined) return asked
    const check = this.#checks[name]!().then(
      () => true,
      () => false,
    )
    const answer = new Promise<boolean>(resolve => {
      const tooLong = this.#clock.after(BUDGET, () => resolve(false))
      void check.then(ok => {
        tooLong.cancel()
        this.#underWay.delete(name)
        resolve(ok)
      })
    })
    this.#underWay.set(name, answer)
    return answer
  }

  async all(): Promise<Record<string, boolean>> {
    const names = Object.keys(this.#checks)
    const answers = await Promise.all(names.map(name => this.answers(name)))
    return Object.fromEntries(names.map((name, i) => [name, answers[i]!]))
  }
}
