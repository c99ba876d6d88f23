import { type RateCheck, type RateRule, rateLimiter } from '../ddp/server/rate-limit.ts'
import type { Config } from '../platform/config/config.ts'
import type { Log } from '../platform/log/log.ts'

const MINUTE = 60_000

/** The protocol's default rule, then the site's own. A whole bar sits behind one address. */
export const RATE_RULES: readonly RateRule[] = [
  {
    type: 'method',
    names: ['login', 'createUser', 'resetPassword', 'forgotPassword'],
    per: ['connectionId', 'name'],
    limit: 5,
    interval: 10_000,
  },
  { type: 'method', names: ['createUser'], per: ['clientAddress'], limit: 60, interval: 60 * MINUTE },
  {
    type: 'method',
    names: ['forgotPassword', 'account.sendVerification', 'account.setEmail'],
    per: ['clientAddress'],
    limit: 60,
    interval: 5 * MINUTE,
  },
  { type: 'method', names: ['slingshot/uploadRequest'], per: ['userId'], limit: 120, interval: 60 * MINUTE },
  { type: 'method', names: ['scores.submit'], per: ['userId'], limit: 30, interval: MINUTE },
  { type: 'method', names: ['scores.submit'], per: ['clientAddress'], limit: 1200, interval: MINUTE },
  { type: 'method', names: ['reports.add'], per: ['userId'], limit: 20, interval: 60 * MINUTE },
]

export function rateCheck(mode: Config['rateLimits'], now: () => number, log: Log): RateCheck {
  if (mode === 'off') return () => null
  const check = rateLimiter(RATE_RULES, now)
  if (mode === 'on') return check
  return input => {
    const wait = check(input)
    if (wait !== null) log.warn({ name: input.name, address: input.clientAddress, wait }, 'a rate limit would have refused this')
    return null
  }
}
