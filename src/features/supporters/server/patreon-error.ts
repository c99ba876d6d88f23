/**
 * What went wrong between this site and the provider. `slow`: no answer in time; `down`: no answer, or one that says so; `busy`: too many
 * requests; `odd`: an answer that is not as documented; `refused`: the code or the tokens are no longer valid; `misconfigured`: the
 * provider does not know this site.
 */
export type PatreonProblem = 'slow' | 'down' | 'busy' | 'odd' | 'refused' | 'misconfigured'

/** Its message contains nothing that was sent or received. */
export class PatreonError extends Error {
  readonly problem: PatreonProblem
  /** ms after which to try again; only when `busy` */
  readonly wait: number

  constructor(problem: PatreonProblem, wait = 0) {
    super(`The supporters' provider: ${problem}`)
    this.name = 'PatreonError'
    this.problem = problem
    this.wait = wait
  }
}
