import type { Clock } from '../../ddp/timing/clock.ts'

/** ms that each may take to answer: who asks whether we are ready does not wait for long */
const BUDGET = 1000

/** Whether what the site depends on answers. However many ask at once, it is looked at once. */
export class Health {
  readonly #checks: Readonly<Record<string, () => Promise<unknown>>>
  readonly #clock: Clock
  readonly #underWay = new Map<string, Promise<boolean>>()

  /** @param checks by name; each resolves when its thing answers */
  constructor(checks: Readonly<Record<string, () => Promise<unknown>>>, clock: Clock) {
    this.#checks = checks
    this.#clock = clock
  }

  /** false after a second, too; then it is not asked again before it has answered. */
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
