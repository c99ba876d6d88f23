import { type RateCheck, RateLimiter, type RateRule } from '../ddp/server/rate-limit.ts'
import type { Clock } from '../ddp/timing/clock.ts'
import { aloneBus, type Bus } from '../platform/bus/bus.ts'
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
  { type: 'method', names: ['patreon.begin', 'patreon.confirm'], per: ['userId'], limit: 20, interval: 10 * MINUTE },
  { type: 'method', names: ['notifications.subscribe'], per: ['userId'], limit: 30, interval: 10 * MINUTE },
  { type: 'method', names: ['invitations.look'], per: ['clientAddress'], limit: 60, interval: MINUTE },
  { type: 'method', names: ['invitations.add', 'invitations.link', 'invitations.revoke'], per: ['userId'], limit: 60, interval: MINUTE },
  { type: 'method', names: ['reports.add'], per: ['userId'], limit: 20, interval: 60 * MINUTE },
]

/** The channel by which nodes tell each other what they have counted. */
const COUNTS = 'counts'
/** ms for which a node gathers what it tells */
const GATHER = 250

export function rateCheck(mode: Config['rateLimits'], clock: Clock, log: Log, bus: Bus): RateCheck {
  if (mode === 'off') return () => null
  const limiter = new RateLimiter(RATE_RULES, () => clock.now())
  shareCounts(limiter, clock, bus)
  const { check } = limiter
  if (mode === 'on') return check
  return input => {
    const wait = check(input)
    if (wait !== null) log.warn({ name: input.name, address: input.clientAddress, wait }, 'a rate limit would have refused this')
    return null
  }
}

/** What is counted by user or by address is counted over all nodes, a quarter of a second late. A connection is one node's alone. */
function shareCounts(limiter: RateLimiter, clock: Clock, bus: Bus): void {
  if (bus === aloneBus) return
  let gathered = new Map<string, [rule: number, key: string, calls: number]>()
  const tell = (): void => {
    const counts = [...gathered.values()]
    gathered = new Map()
    bus.publish(COUNTS, JSON.stringify(counts))
  }
  limiter.onCounted = (rule, key) => {
    if (RATE_RULES[rule]!.per.includes('connectionId')) return
    if (gathered.size === 0) clock.after(GATHER, tell)
    const id = `${rule} ${key}`
    gathered.set(id, [rule, key, (gathered.get(id)?.[2] ?? 0) + 1])
  }
  bus.subscribe(COUNTS, message => {
    for (const [rule, key, calls] of JSON.parse(message) as [number, string, number][]) limiter.add(rule, key, calls)
  })
}
