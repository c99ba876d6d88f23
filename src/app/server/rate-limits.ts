import { type RateCheck, RateLimiter, type RateRule } from '#ddp/server/rate-limit.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import { addressGroup } from '#ddp/transport/node/client-address.ts'
import type { Config } from '#platform/config/config.ts'
import type { Rates } from '#platform/live/rates.ts'
import type { Log } from '#platform/log/log.ts'
import type { PubSub } from '#platform/pubsub/pubsub.ts'
import type { SignedMessages } from '#platform/pubsub/signed-messages.ts'

const FIELDS = { user: 'userId', address: 'clientAddress', connection: 'connectionId' } as const

/**
 * Returns the rules that follow from the rates which methods declare in their contracts. Counts are kept in memory, so a restart resets them.
 * Limits over more than an hour are counted in the database (`groups.add` and `events.add`, src/platform/live/server/day-limit.ts).
 * @param rates by method
 * @param methods the names of all methods
 * @throws Error if a method has no rate, or if rates that count together differ
 */
export function listRateRules(rates: ReadonlyMap<string, Rates>, methods: readonly string[]): RateRule[] {
  const rules = new Map<string, RateRule & { names: string[] }>()
  for (const method of methods) {
    const own = rates.get(method)
    if (own === undefined) throw new Error(`The method '${method}' has no rate: its contract says how often it may be called`)
    for (const { per, limit, seconds, together } of own) {
      const id = `${together ?? method} per ${per} in ${seconds} s`
      const rule = rules.get(id) ?? { id, type: 'method', names: [], per: [FIELDS[per]], limit, interval: seconds * 1000 }
      if (rule.limit !== limit) throw new Error(`The rates '${id}' allow ${rule.limit} and ${limit} calls`)
      rule.names.push(method)
      rules.set(id, rule)
    }
  }
  return [...rules.values()]
}

/** The pub/sub channel on which nodes publish their counts. Nodes of older versions expect unsigned counts on `counts`. */
const COUNTS_CHANNEL = 'signed-counts'
/** ms for which a node collects counts before it publishes them */
const SHARE_INTERVAL_MS = 250

/** @param messages signs what is sent to other nodes; null: there are none */
export function rateCheck(
  rules: readonly RateRule[],
  mode: Config['rateLimits'],
  clock: Clock,
  log: Log,
  { pubSub, messages }: { pubSub: PubSub; messages: SignedMessages | null },
): RateCheck {
  if (mode === 'off') return () => null
  const limiter = new RateLimiter(rules, () => clock.now())
  if (messages !== null) shareCounts(limiter, clock, pubSub, messages)
  return input => {
    const { clientAddress } = input
    const wait = limiter.check({ ...input, clientAddress: clientAddress === null ? null : addressGroup(clientAddress) })
    if (mode === 'on' || wait === null) return wait
    log.warn({ name: input.name, address: clientAddress, wait }, 'a rate limit would have refused this')
    return null
  }
}

/**
 * Counts by user and by address are summed over all nodes, with a delay of a quarter of a second. Counts by connection are not shared,
 * because a connection belongs to one node.
 */
function shareCounts(limiter: RateLimiter, clock: Clock, pubSub: PubSub, messages: SignedMessages): void {
  let ownCounts = new Map<string, [rule: string, key: string, calls: number]>()
  const publishCounts = (): void => {
    const counts = [...ownCounts.values()]
    ownCounts = new Map()
    pubSub.publish(COUNTS_CHANNEL, messages.write(JSON.stringify(counts)))
  }
  limiter.onCounted = (rule, key) => {
    if (rule.per.includes('connectionId')) return
    if (ownCounts.size === 0) clock.after(SHARE_INTERVAL_MS, publishCounts)
    const id = `${rule.id}\n${key}`
    ownCounts.set(id, [rule.id, key, (ownCounts.get(id)?.[2] ?? 0) + 1])
  }
  pubSub.subscribe(COUNTS_CHANNEL, message => {
    const counts = messages.read(message)
    if (counts === null) return
    // Nodes of earlier versions name rules by numbers, which no rule here has.
    for (const [rule, key, calls] of JSON.parse(counts) as [string, string, number][]) limiter.add(rule, key, calls)
  })
}
