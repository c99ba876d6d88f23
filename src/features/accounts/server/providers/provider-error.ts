/**
 * What went wrong between this site and a provider. `unavailable`: no answer in time, or one that says so; `odd`: an answer that is not as
 * the standards say, such as a wrong signature; `refused`: the code is not valid; `misconfigured`: the provider does not know this site.
 */
export type ProviderProblem = 'unavailable' | 'odd' | 'refused' | 'misconfigured'

/** Its message contains nothing that was sent or received. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly problem: ProviderProblem

  constructor(problem: ProviderProblem) {
    super(`a login provider: ${problem}`)
    this.problem = problem
  }
}
