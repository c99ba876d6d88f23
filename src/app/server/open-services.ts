import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/db/database.ts'
import { createPool } from '#platform/db/pool.ts'
import { reachReplica } from '#platform/db/reach-database.ts'
import { ReadReplica, type ReadReplicaOptions } from '#platform/db/read-replica.ts'
import type { Log } from '#platform/log/log.ts'
import { localPubSub, type PubSub } from '#platform/pubsub/pubsub.ts'
import { noTracing, type Tracing } from '#platform/tracing/tracing.ts'

/**
 * Returns the name that separates the sites on one Redis. If two databases
 * have the same name, their nodes only check their change logs more often.
 */
export async function siteName(database: Database): Promise<string> {
  const { rows } = await database.pool.query<{ name: string }>('SELECT current_database() AS name')
  return rows[0]!.name
}

/** Starts tracing if an endpoint is configured. The tracing module is loaded only then. */
export async function openTracing({ otlpEndpoint }: Config, log: Log): Promise<Tracing> {
  if (otlpEndpoint === null) return noTracing
  const { createOtlpTracing } = await import('#platform/tracing/otlp.ts')
  return createOtlpTracing(otlpEndpoint, log)
}

/** Connects to Redis, by which nodes tell each other of changes. The client's module is loaded only if Redis is configured. */
export async function openPubSub({ redisUrl }: Config, database: Database, log: Log): Promise<PubSub> {
  if (redisUrl === null) return localPubSub
  const { RedisPubSub } = await import('#platform/pubsub/redis-pubsub.ts')
  return new RedisPubSub(redisUrl, await siteName(database), log)
}

/** Opens the read replica if one is configured. The site does not wait for it. */
export function openReplica({ databaseReplicaUrl }: Config, options: Omit<ReadReplicaOptions, 'connect'>): ReadReplica | null {
  if (databaseReplicaUrl === null) return null
  const replica = new ReadReplica({
    ...options,
    connect: async () =>
      createPool(await reachReplica(databaseReplicaUrl), error =>
        options.log.warn({ err: error }, 'a connection to the read replica was lost'),
      ),
  })
  void replica.start()
  return replica
}
