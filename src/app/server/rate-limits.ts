import { type RateCheck, RateLimiter, type RateRule } from '../../ddp/server/rate-limit.ts'
import type { Clock } from '../../ddp/timing/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Log } from '../../platform/log/log.ts'
import type { SignedMessages } from '../../platform/nodes/signed-messages.ts'
import type { PubSub } from '../../platform/pubsub/pubsub.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Returns a rule for methods that limits each user separately. Calls of all the named methods count together. @param interval ms */
const perUser = (limit: number, interval: number, ...names: string[]): RateRule => ({
  type: 'method',
  names,
  per: ['userId'],
  limit,
  interval,
})

/**
 * Every method that is refused to users without a role of the site (administrator, moderator, machine editor). Publications are not listed:
 * subscriptions have a limit of their own.
 */
export const ADMINISTRATIVE: readonly string[] = [
  'users.enroll',
  'users.delete',
  'users.belongings',
  'users.suspend',
  'users.liftSuspension',
  'users.signOut',
  'users.resetSecondStep',
  'names.block',
  'names.unblock',
  'names.matches',
  'audit.export',
  'roles.create',
  'roles.delete',
  'roles.assign',
  'cache.stats',
  'cache.clear',
  'machines.add',
  'machines.edit',
  'machines.merge',
  'machines.mergePreview',
  'scores.moderate',
  'pictures.remove',
  'reports.close',
  'invitations.add',
  'jobs.retry',
  'jobs.discard',
  'jobs.restore',
  'site.overview',
  'moderation.overview',
  'settings.update',
  'settings.sendTestMail',
  'machines.import',
  'backups.begin',
  'backups.download',
]

/**
 * The protocol's default rule, then the site's own. Limits by client address are high, because all guests of a bar may share one address.
 * Counts are kept in memory, so a restart resets them. Limits over more than an hour are counted in the database (`groups.add`,
 * src/features/groups/server/day-limit.ts).
 */
export const RATE_RULES: readonly RateRule[] = [
  {
    type: 'method',
    names: ['login', 'createUser', 'resetPassword', 'forgotPassword', 'account.beginPasskeySignIn'],
    per: ['connectionId', 'name'],
    limit: 5,
    interval: 10_000,
  },
  { type: 'method', names: ['createUser'], per: ['clientAddress'], limit: 60, interval: HOUR },
  {
    type: 'method',
    names: ['forgotPassword', 'account.sendVerification', 'account.setEmail', 'account.exportByPassword', 'account.deleteByPassword'],
    per: ['clientAddress'],
    limit: 60,
    interval: 5 * MINUTE,
  },
  { type: 'method', names: ['account.beginPasskeySignIn'], per: ['clientAddress'], limit: 300, interval: 5 * MINUTE },
  { type: 'method', names: ['scores.submit'], per: ['clientAddress'], limit: 1200, interval: MINUTE },
  perUser(30, MINUTE, 'scores.submit'),
  perUser(20, MINUTE, 'scores.comment'),
  perUser(60, MINUTE, 'scores.like', 'scores.confirm'),
  perUser(120, HOUR, 'slingshot/uploadRequest'),
  { type: 'method', names: ['machines.names'], per: ['clientAddress'], limit: 120, interval: MINUTE },
  perUser(30, HOUR, 'groups.join', 'groups.leave'),
  perUser(20, HOUR, 'reports.add'),
  perUser(5, HOUR, 'account.export'),
  perUser(20, 10 * MINUTE, 'settings.sendTestMail'),
  perUser(40, HOUR, 'account.beginPasskey', 'account.addPasskey', 'account.removePasskey'),
  perUser(20, 10 * MINUTE, 'patreon.begin', 'patreon.confirm'),
  perUser(30, 10 * MINUTE, 'notifications.subscribe'),
  { type: 'method', names: ['invitations.look', 'groups.look'], per: ['clientAddress'], limit: 60, interval: MINUTE },
  // Everyone at an event may open its check-in code from one address.
  { type: 'method', names: ['events.look'], per: ['clientAddress'], limit: 300, interval: MINUTE },
  perUser(60, MINUTE, 'invitations.link', 'invitations.revoke'),
  perUser(60, MINUTE, ...ADMINISTRATIVE),
]

/** The pub/sub channel on which nodes publish their counts. Nodes of older versions expect unsigned counts on `counts`. */
const COUNTS_CHANNEL = 'signed-counts'
/** ms for which a node collects counts before it publishes them */
const SHARE_INTERVAL_MS = 250

/** @param messages signs what is sent to other nodes; null: there are none */
export function rateCheck(
  mode: Config['rateLimits'],
  clock: Clock,
  log: Log,
  { pubSub, messages }: { pubSub: PubSub; messages: SignedMessages | null },
): RateCheck {
  if (mode === 'off') return () => null
  const limiter = new RateLimiter(RATE_RULES, () => clock.now())
  if (messages !== null) shareCounts(limiter, clock, pubSub, messages)
  const { check } = limiter
  if (mode === 'on') return check
  return input => {
    const wait = check(input)
    if (wait !== null) log.warn({ name: input.name, address: input.clientAddress, wait }, 'a rate limit would have refused this')
    return null
  }
}

/**
 * Counts by user and by address are summed over all nodes, with a delay of a quarter of a second. Counts by connection are not shared,
 * because a connection belongs to one node.
 */
function shareCounts(limiter: RateLimiter, clock: Clock, pubSub: PubSub, messages: SignedMessages): void {
  let ownCounts = new Map<string, [rule: number, key: string, calls: number]>()
  const publishCounts = (): void => {
    const counts = [...ownCounts.values()]
    ownCounts = new Map()
    pubSub.publish(COUNTS_CHANNEL, messages.write(JSON.stringify(counts)))
  }
  limiter.onCounted = (rule, key) => {
    if (RATE_RULES[rule]!.per.includes('connectionId')) return
    if (ownCounts.size === 0) clock.after(SHARE_INTERVAL_MS, publishCounts)
    const id = `${rule} ${key}`
    ownCounts.set(id, [rule, key, (ownCounts.get(id)?.[2] ?? 0) + 1])
  }
  pubSub.subscribe(COUNTS_CHANNEL, message => {
    const counts = messages.read(message)
    if (counts === null) return
    for (const [rule, key, calls] of JSON.parse(counts) as [number, string, number][]) limiter.add(rule, key, calls)
  })
}
