/**
 * What went wrong between us and the provider. `slow`: no answer in time; `down`: no answer, or one that says so; `busy`: asked too often;
 * `odd`: an answer that is not as documented; `refused`: the code or the tokens are no good any more; `misconfigured`: it does not know us.
 */
export type PatreonProblem = 'slow' | 'down' | 'busy' | 'odd' | 'refused' | 'misconfigured'

/** Its text names nothing that was sent or answered. */
export class ProviderError extends Error {
  readonly trouble: PatreonProblem
  /** ms after which to ask again; only when `busy` */
  readonly wait: number

  constructor(trouble: PatreonProblem, wait = 0) {
    super(`The supporters' provider: ${trouble}`)
    this.name = 'ProviderError'
    this.trouble = trouble
    this.wait = wait
  }
}
