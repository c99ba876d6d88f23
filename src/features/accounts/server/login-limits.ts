import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from '../../../ddp/server/rate-limit.ts'
import { addressGroup } from '../../../ddp/transport/node/address.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Log } from '../../../platform/log/log.ts'

const MOST_KNOWN = 100_000

/**
 * Bounds guessing, fast and slow, without letting anybody lock somebody else out: what counts is who guesses from where. Only successes are
 * given back. An account that is guessed at from everywhere takes one try a minute from each address it does not know.
 */
export class LoginLimits {
  readonly #mode: Config['rateLimits']
  readonly #log: Log
  readonly #byAddress = new RateLimiterMemory({ points: 60, duration: 300 })
  readonly #byPair = new RateLimiterMemory({ points: 10, duration: 600 })
  readonly #failures = new RateLimiterMemory({ points: 50, duration: 86_400 })
  readonly #slow = new RateLimiterMemory({ points: 1, duration: 60 })
  /** address and account of past successes, the latest last */
  readonly #known = new Set<string>()

  constructor(mode: Config['rateLimits'], log: Log) {
    this.#mode = mode
    this.#log = log
  }

  /**
   * One attempt on an account from an address. @param account user id, or the name that was tried
   * @param check whether the password is right
   * @throws DdpError too-many-requests
   */
  async attempt(account: string, clientAddress: string | null, check: () => Promise<boolean>): Promise<boolean> {
    if (this.#mode === 'off') return check()
    const address = clientAddress === null ? 'unknown' : addressGroup(clientAddress)
    const pair = `${address} ${account}`
    await this.#take(this.#byAddress, address)
    await this.#take(this.#byPair, pair)
    const failures = (await this.#failures.get(account))?.consumedPoints ?? 0
    if (failures >= 50 && !this.#known.has(pair)) await this.#take(this.#slow, pair)
    const right = await check()
    if (right) {
      await Promise.all([this.#byAddress.reward(address), this.#byPair.reward(pair)])
      this.#remember(pair)
    } else await this.#failures.penalty(account)
    return right
  }

  async #take(limiter: RateLimiterMemory, key: string): Promise<void> {
    try {
      await limiter.consume(key)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      if (this.#mode === 'on') throw tooManyRequests(refused.msBeforeNext)
      this.#log.warn({ wait: refused.msBeforeNext }, 'a limit on logging in would have refused this')
    }
  }

  #remember(pair: string): void {
    this.#known.delete(pair)
    this.#known.add(pair)
    if (this.#known.size > MOST_KNOWN) this.#known.delete(this.#known.values().next().value!)
  }
}
