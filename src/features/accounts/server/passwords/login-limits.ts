import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from '../../../../ddp/server/rate-limit.ts'
import { addressGroup } from '../../../../ddp/transport/node/client-address.ts'
import { DdpError } from '../../../../ddp/wire/error.ts'
import type { Config } from '../../../../platform/config/config.ts'
import type { Log } from '../../../../platform/log/log.ts'
import type { PubSub } from '../../../../platform/pubsub/pubsub.ts'

const MAX_TRUSTED_PAIRS = 100_000

/**
 * Limits guesses of passwords without letting an attacker lock the owner out: attempts are counted by address and by address with name.
 * Only wrong guesses stay counted. After too many wrong guesses at a name within a day, each address that has not logged in by this name
 * before gets one attempt a minute. Codes of a second step are limited by account.
 */
export class LoginLimits {
  readonly #mode: Config['rateLimits']
  readonly #log: Log
  readonly #byAddress: RateLimiterAbstract
  readonly #byPair: RateLimiterAbstract
  readonly #failures: RateLimiterAbstract
  readonly #afterFailures: RateLimiterAbstract
  readonly #codes: RateLimiterAbstract
  /** address and name of successful logins, the latest last */
  readonly #trustedPairs = new Set<string>()

  constructor(mode: Config['rateLimits'], log: Log, pubSub: Pick<PubSub, 'limiter'>) {
    this.#mode = mode
    this.#log = log
    this.#byAddress = pubSub.limiter('login/address', { points: 60, duration: 300 })
    this.#byPair = pubSub.limiter('login/pair', { points: 10, duration: 600 })
    this.#failures = pubSub.limiter('login/failures', { points: 50, duration: 86_400 })
    this.#afterFailures = pubSub.limiter('login/slow', { points: 1, duration: 60 })
    this.#codes = pubSub.limiter('login/codes', { points: 10, duration: 900 })
  }

  /**
   * Runs one attempt from an address to log in by a name.
   * @param check resolves with the error of a wrong guess; `known`: this address has logged in by this name before. An error that it throws says nothing about the guess and is not counted.
   * @throws DdpError that error, or too-many-requests
   */
  async attempt<T extends object>(
    name: string,
    clientAddress: string | null,
    check: (known: boolean) => Promise<T | DdpError>,
  ): Promise<T> {
    const address = clientAddress === null ? 'unknown' : addressGroup(clientAddress)
    const pair = `${address} ${name}`
    if (this.#mode !== 'off') await this.#countAttempt(address, name, pair)
    let outcome: T | DdpError | null = null
    try {
      outcome = await check(this.#trustedPairs.has(pair))
    } finally {
      if (this.#mode !== 'off') await this.#recordOutcome(address, name, pair, outcome)
    }
    if (outcome instanceof DdpError) throw outcome
    return outcome
  }

  /**
   * Runs one attempt to pass the second step of an account. Wrong codes are counted by account alone, from wherever they come, because only
   * who knows the password gets here, and a code has but six digits.
   * @param check as in `attempt`
   * @throws DdpError its error, or too-many-requests
   */
  async attemptCode<T extends object>(userId: string, check: () => Promise<T | DdpError>): Promise<T> {
    if (this.#mode !== 'off') await this.#consume(this.#codes, userId)
    let outcome: T | DdpError | null = null
    try {
      outcome = await check()
    } finally {
      if (this.#mode !== 'off' && !(outcome instanceof DdpError)) await this.#codes.reward(userId)
    }
    if (outcome instanceof DdpError) throw outcome
    return outcome
  }

  async #countAttempt(address: string, name: string, pair: string): Promise<void> {
    // Checked without counting first: repeated guesses at one name must not use up the attempts of everybody behind the same address.
    const tries = await this.#byPair.get(pair)
    if (tries !== null && tries.consumedPoints >= this.#byPair.points) this.#refuse(tries)
    await this.#consume(this.#byAddress, address)
    await this.#consume(this.#byPair, pair)
    const failures = (await this.#failures.get(name))?.consumedPoints ?? 0
    if (failures >= this.#failures.points && !this.#trustedPairs.has(pair)) await this.#consume(this.#afterFailures, pair)
  }

  async #recordOutcome(address: string, name: string, pair: string, outcome: object | null): Promise<void> {
    if (outcome instanceof DdpError) {
      await this.#failures.penalty(name)
      return
    }
    await Promise.all([this.#byAddress.reward(address), this.#byPair.reward(pair)])
    if (outcome !== null) this.#trustPair(pair)
  }

  async #consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
    try {
      await limiter.consume(key)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      this.#refuse(refused)
    }
  }

  #refuse({ msBeforeNext }: RateLimiterRes): void {
    if (this.#mode === 'on') throw tooManyRequests(msBeforeNext)
    this.#log.warn({ wait: msBeforeNext }, 'a limit on logging in would have refused this')
  }

  #trustPair(pair: string): void {
    this.#trustedPairs.delete(pair)
    this.#trustedPairs.add(pair)
    if (this.#trustedPairs.size > MAX_TRUSTED_PAIRS) this.#trustedPairs.delete(this.#trustedPairs.values().next().value!)
  }
}
