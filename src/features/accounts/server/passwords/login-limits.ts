import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from '#ddp/server/rate-limit.ts'
import { addressGroup } from '#ddp/transport/node/client-address.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { Config } from '#platform/config/config.ts'
import type { Log } from '#platform/log/log.ts'
import type { PubSub } from '#platform/pubsub/pubsub.ts'

/** how many pairs of addresses with names, and of addresses with accounts, are remembered */
const MAX_REMEMBERED = 100_000

/**
 * Limits guesses of passwords without letting an attacker lock the owner out: attempts are counted by address and by address with name.
 * Only wrong guesses stay counted. After too many wrong guesses at a name within a day, each address that has not logged in by this name
 * before gets one attempt a minute. Codes of a second step are limited by account, and at addresses at which that account has signed in by
 * address with account.
 */
export class LoginLimits {
  readonly #mode: Config['rateLimits']
  readonly #log: Log
  readonly #byAddress: RateLimiterAbstract
  readonly #byPair: RateLimiterAbstract
  readonly #failures: RateLimiterAbstract
  readonly #afterFailures: RateLimiterAbstract
  readonly #codes: RateLimiterAbstract
  readonly #codesAtKnownAddress: RateLimiterAbstract
  /** address and name of successful logins, the latest last */
  readonly #trustedPairs = new Set<string>()
  /** address and account of sign-ins, the latest last */
  readonly #knownAddresses = new Set<string>()

  constructor(mode: Config['rateLimits'], log: Log, pubSub: Pick<PubSub, 'limiter'>) {
    this.#mode = mode
    this.#log = log
    this.#byAddress = pubSub.limiter('login/address', { points: 60, duration: 300 })
    this.#byPair = pubSub.limiter('login/pair', { points: 10, duration: 600 })
    this.#failures = pubSub.limiter('login/failures', { points: 50, duration: 86_400 })
    this.#afterFailures = pubSub.limiter('login/slow', { points: 1, duration: 60 })
    this.#codes = pubSub.limiter('login/codes', { points: 10, duration: 900 })
    this.#codesAtKnownAddress = pubSub.limiter('login/codes-known', { points: 10, duration: 900 })
  }

  /**
   * Runs one attempt from an address to log in by a name.
   * @param check resolves with the error of a wrong guess; `known`: this address has logged in by this name before. An error that it throws
   *   says nothing about the guess and is not counted.
   * @throws DdpError that error, or too-many-requests
   */
  async attempt<T extends object>(
    name: string,
    clientAddress: string | null,
    check: (known: boolean) => Promise<T | DdpError>,
  ): Promise<T> {
    const address = groupOf(clientAddress)
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
   * Runs one attempt to pass the second step of an account. A code has but six digits, so wrong ones are counted by account alone, from
   * wherever they come. Only an address at which the account has signed in before has a count of its own: otherwise somebody who knows the
   * password, but not the code, could lock the owner out.
   * @param check as in `attempt`
   * @throws DdpError its error, or too-many-requests
   */
  async attemptCode<T extends object>(userId: string, clientAddress: string | null, check: () => Promise<T | DdpError>): Promise<T> {
    const place = signInPlace(userId, clientAddress)
    const [limiter, key] = this.#knownAddresses.has(place) ? [this.#codesAtKnownAddress, place] : [this.#codes, userId]
    if (this.#mode !== 'off') await this.#consume(limiter, key)
    let outcome: T | DdpError | null = null
    try {
      outcome = await check()
    } finally {
      if (this.#mode !== 'off' && !(outcome instanceof DdpError)) await limiter.reward(key)
    }
    if (outcome instanceof DdpError) throw outcome
    return outcome
  }

  /**
   * Remembers that an account is signed in at an address, by whatever way. Browsers that resume their sessions after a restart make their
   * addresses known again.
   */
  rememberSignIn(userId: string, clientAddress: string | null): void {
    if (clientAddress !== null) remember(this.#knownAddresses, signInPlace(userId, clientAddress))
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
    if (outcome !== null) remember(this.#trustedPairs, pair)
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
}

const groupOf = (clientAddress: string | null): string => (clientAddress === null ? 'unknown' : addressGroup(clientAddress))
const signInPlace = (userId: string, clientAddress: string | null): string => `${groupOf(clientAddress)} ${userId}`

/** Forgets what was remembered the longest ago when there is too much. */
function remember(pairs: Set<string>, pair: string): void {
  pairs.delete(pair)
  pairs.add(pair)
  if (pairs.size > MAX_REMEMBERED) pairs.delete(pairs.values().next().value!)
}
