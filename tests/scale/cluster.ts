import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Database, openDatabase } from '#platform/db/database.ts'
import { createPool } from '#platform/db/pool.ts'
import { signUp, type TestUser } from '../integration/helpers/users.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { ClusterNode, ROOT } from './node.ts'
import { freePort } from './ports.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { type Redis, startRedis } from './redis.ts'
import { waitUntil } from './wait.ts'

export interface ClusterOptions {
  /** one node per entry: the ms by which its clock is ahead */
  clocks?: readonly number[]
  rateLimits?: 'on' | 'off'
  /** true if Postgres syncs to the disk before it acknowledges a commit */
  durable?: boolean
  /** more of every node's environment */
  env?: Record<string, string>
}

/** Equal nodes on one Postgres and one Redis, behind a load balancer. */
export interface Cluster {
  readonly nodes: readonly ClusterNode[]
  readonly postgres: Postgres
  readonly redis: Redis
  readonly balancer: Balancer
  /** the cluster's database, with connections of the test's own */
  readonly database: Database
  /** Signs up a new player on the first node; resolves when the player has the roles. */
  signUpAs(username: string, ...roles: string[]): Promise<TestUser>
  machines(count: number): Promise<string[]>
  close(): Promise<void>
}

export async function startCluster({
  clocks = [0, 0, 0],
  rateLimits = 'off',
  durable = false,
  env = {},
}: ClusterOptions = {}): Promise<Cluster> {
  const { NODE_ENV, ...buildEnv } = process.env
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/build.mjs')], { env: buildEnv })
  const closers: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const each of closers.splice(0).reverse()) await each()
  }
  try {
    const postgres = await startPostgres(durable)
    closers.push(() => postgres.close())
    const redis = await startRedis()
    closers.push(() => redis.stop())
    const settings = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, RATE_LIMITS: rateLimits, ...env }
    const nodes: ClusterNode[] = []
    for (const offset of clocks) nodes.push(new ClusterNode(await freePort(), settings, offset))
    closers.push(() => Promise.all(nodes.map(node => node.close())))
    // All start at the same time, on an empty database.
    await Promise.all(nodes.map(node => node.start()))
    const balancer = await startBalancer(nodes.map(({ port }) => port))
    closers.push(() => balancer.close())
    const database = openDatabase(createPool({ connectionString: postgres.url }, () => {}, { size: 3 }))
    closers.push(() => database.close())
    return {
      nodes,
      postgres,
      redis,
      balancer,
      database,
      async signUpAs(username, ...roles) {
        const player = await signUp(nodes[0]!, username)
        for (const role of roles) await nodes[0]!.admin('roles', '--add', role, '--username', username)
        await player.client.subscribe('_roles')
        const has = (): string => JSON.stringify([...player.client.documents('users').values()])
        await waitUntil(`${username} has ${roles}`, () => roles.every(role => has().includes(`"${role}"`)))
        return player
      },
      async machines(count) {
        const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM machines ORDER BY name, id LIMIT $1', [count])
        return rows.map(({ id }) => id)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
