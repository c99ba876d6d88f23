import { statfs } from 'node:fs/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { CacheStats } from '#platform/cache-registry.ts'
import type { ReadReplicaStats } from '#platform/db/read-replica.ts'

/** The values that are read only when the metrics are requested. */
export interface GaugeSources {
  sessions(): number
  /** number of the sessions whose client has no WebSocket */
  pollingSessions(): number
  /** number of open subscriptions, by publication */
  subscriptions(): ReadonlyMap<string, number>
  /**
   * `lag`: changes known to be committed and not yet applied; `msSincePoll`: ms since the head of the change log was last read from the
   * database
   */
  changeLog(): { position: number; lag: number; msSincePoll: number }
  /** `reloading`: views that wait to be loaded again or are being loaded again; `used`: views that subscriptions use */
  views(): { views: number; reloading: number; used: number; usedBytes: number }
  /** the networks whose visitors or signed-in users hold most of the room for views, in bytes */
  largestViewHolders(): readonly { side: string; name: string; amount: number }[]
  /** requests that have their turn at the database, and that wait for it */
  databaseTurns(): Readonly<Record<'reads' | 'writes', { running: number; waiting: number }>>
  caches(): readonly (CacheStats & { name: string })[]
  /** the read replica; null: there is none */
  replica(): ReadReplicaStats | null
  pool(): { total: number; idle: number; waiting: number; max: number }
  /** whether each dependency of the site answers, by its name */
  dependencies(): Promise<Readonly<Record<string, boolean>>>
  /** the folder whose disk is watched for free space */
  dataDir: string
}

type Values = readonly (readonly [value: number, labels?: Record<string, string>])[]

/** Adds the metrics that are read when they are requested: gauges, and totals that are counted elsewhere. */
export function addGauges(
  registry: Registry,
  {
    sessions,
    pollingSessions,
    subscriptions,
    changeLog,
    views,
    largestViewHolders,
    databaseTurns,
    caches,
    replica,
    pool,
    dependencies,
    dataDir,
  }: GaugeSources,
): void {
  const gauge = (name: string, help: string, read: () => Values | Promise<Values>, labelNames: string[] = []): void => {
    new Gauge({
      registers: [registry],
      name,
      help,
      labelNames,
      async collect() {
        const values = await read()
        this.reset()
        for (const [value, labels = {}] of values) this.set(labels, value)
      },
    })
  }
  const total = (name: string, help: string, read: () => Values, labelNames: string[]): void => {
    new Counter({
      registers: [registry],
      name,
      help,
      labelNames,
      collect() {
        this.reset()
        for (const [value, labels = {}] of read()) this.inc(labels, value)
      },
    })
  }
  const eachCache = (readValue: keyof CacheStats) => (): Values => caches().map(each => [each[readValue], { cache: each.name }])

  gauge('skillshot_sessions', 'DDP sessions that are open.', () => [[sessions()]])
  gauge('skillshot_sessions_polling', 'Those of them that poll over plain HTTP, without WebSocket (SockJS).', () => [[pollingSessions()]])
  gauge(
    'skillshot_subscriptions',
    'Subscriptions that are open.',
    () => [...subscriptions()].map(([publication, count]) => [count, { publication }]),
    ['publication'],
  )
  gauge(
    'skillshot_views',
    'Result sets that are kept true, by whether a subscription uses them.',
    () => [
      [views().used, { state: 'used' }],
      [views().views - views().used, { state: 'idle' }],
    ],
    ['state'],
  )
  gauge('skillshot_views_used_bytes', 'Estimated size of the result sets that subscriptions use.', () => [[views().usedBytes]])
  gauge(
    'skillshot_views_held_bytes',
    'What the five networks that hold most of the room for views hold of it, as visitors and as signed-in users.',
    () => largestViewHolders().map(({ side, name, amount }) => [amount, { side, network: name }]),
    ['side', 'network'],
  )
  gauge('skillshot_views_reloading', 'Result sets that wait to be loaded again from the database.', () => [[views().reloading]])
  gauge('skillshot_feed_position', 'The number of the last change that this node has applied.', () => [[changeLog().position]])
  gauge('skillshot_feed_lag_changes', 'Changes known to be committed that this node has not applied yet.', () => [[changeLog().lag]])
  gauge('skillshot_feed_look_age_seconds', 'Since the database last said how far the change log is; a poll is due each second.', () => [
    [changeLog().msSincePoll / 1000],
  ])
  gauge('skillshot_cache_entries', 'What a cache holds.', eachCache('entries'), ['cache'])
  gauge('skillshot_cache_bytes', 'What a cache holds, about.', eachCache('bytes'), ['cache'])
  total('skillshot_cache_hits_total', 'What was found in a cache.', eachCache('hits'), ['cache'])
  total('skillshot_cache_misses_total', 'What was looked for in a cache and not found.', eachCache('misses'), ['cache'])
  gauge(
    'skillshot_database_connections',
    'Connections to Postgres.',
    () => {
      const { total, idle } = pool()
      return [
        [total - idle, { state: 'busy' }],
        [idle, { state: 'idle' }],
      ]
    },
    ['state'],
  )
  gauge(
    'skillshot_database_turns',
    'Requests that have their turn at the database, and that wait for it, by what they do.',
    () =>
      Object.entries(databaseTurns()).flatMap(([kind, states]) => Object.entries(states).map(([state, count]) => [count, { kind, state }])),
    ['kind', 'state'],
  )
  gauge('skillshot_database_connections_max', 'Connections to Postgres that there may be.', () => [[pool().max]])
  gauge('skillshot_database_waiting', 'Those who wait for a connection to Postgres.', () => [[pool().waiting]])
  const ofReplica = (read: (stats: ReadReplicaStats) => Values) => (): Values => {
    const stats = replica()
    return stats === null ? [] : read(stats)
  }
  gauge(
    'skillshot_replica_used',
    'Whether reads go to the read replica.',
    ofReplica(({ used }) => [[used ? 1 : 0]]),
  )
  gauge(
    'skillshot_replica_lag_changes',
    'Changes that this node has applied and the read replica lacks.',
    ofReplica(({ lag }) => [[lag]]),
  )
  total(
    'skillshot_replica_reads_total',
    'Reads that the read replica answered, and those that the primary answered in its place.',
    ofReplica(({ answered, passedOn }) => [
      [answered, { by: 'replica' }],
      [passedOn, { by: 'primary' }],
    ]),
    ['by'],
  )
  gauge(
    'skillshot_dependency_up',
    'Whether what the site depends on answers.',
    async () => Object.entries(await dependencies()).map(([dependency, up]) => [up ? 1 : 0, { dependency }]),
    ['dependency'],
  )
  gauge('skillshot_data_free_bytes', 'Space left on the disk of DATA_DIR.', async () => {
    const disk = await statfs(dataDir).catch(() => null)
    return disk === null ? [] : [[disk.bavail * disk.bsize]]
  })
}
