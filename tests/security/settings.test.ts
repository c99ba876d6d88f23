import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Hono } from 'hono'
import { afterEach, expect, it } from 'vitest'
import { DEFAULT_HEARTBEAT, DEFAULT_LIMITS } from '#ddp/server/server-settings.ts'
import { DEFAULT_TRANSPORT_LIMITS } from '#ddp/transport/node/admission.ts'
import { readConfig } from '#platform/config/config.ts'
import { createPool } from '#platform/db/pool.ts'
import { createHttp } from '#platform/http/server.ts'
import { createLog } from '#platform/log/log.ts'
import { RedisPubSub } from '#platform/pubsub/redis-pubsub.ts'
import { scaleBudget } from './timing-budget.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Starts a server that accepts every connection and never answers. @returns its port */
async function blackHole(): Promise<number> {
  const connections: Socket[] = []
  const server = createServer(line => {
    connections.push(line.on('error', () => {}).resume())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    for (const line of connections) line.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

it('bounds of sockets, requests and sessions are on without being asked for', () => {
  expect(readConfig({}).rateLimits).toBe('on')
  expect(DEFAULT_TRANSPORT_LIMITS).toEqual({
    messageBytes: 1_048_576,
    unfinishedBytes: 67_108_864,
    connections: 10_000,
    perAddress: 3000,
    silentPerAddress: 200,
    connectionRate: { burst: 300, perSecond: 30 },
  })
  expect(DEFAULT_LIMITS).toEqual({
    handshake: 10_000,
    pendingMessages: 256,
    messageSize: 65_536,
    subscriptions: 100,
    messages: { burst: 400, perSecond: 60 },
    slowBytes: 65_536,
    maxBytes: 1_048_576,
    slowCheck: 25,
  })
  expect(DEFAULT_HEARTBEAT).toEqual({ interval: 15_000, timeout: 15_000 })
  const http = createHttp({
    routes: new Hono(),
    origins: { upload: null, pictures: null },
    clientDir: null,
    page: async () => ({ status: 404, html: Buffer.from('') }),
    ready: async () => true,
    log: createLog('silent'),
  })
  expect([http.headersTimeout, http.maxHeadersCount, http.requestTimeout]).toEqual([5000, 100, 120_000])
})

it('a database that takes connections and says nothing is given up within 3 s', async () => {
  const pool = createPool({ host: '127.0.0.1', port: await blackHole(), user: 'app', database: 'app' }, () => {})
  closers.push(() => pool.end())
  // Those of Postgres itself are set when a connection is opened: `tests/integration/database/pool.test.ts`.
  expect(pool.options).toMatchObject({ max: 10, keepAlive: true, connectionTimeoutMillis: 2000, query_timeout: 3000 })
  const since = performance.now()
  await expect(pool.query('SELECT 1')).rejects.toThrow()
  expect(performance.now() - since).toBeLessThan(scaleBudget(3000))
})

it('a Redis that takes connections and says nothing holds up nobody: counting goes on here, and nothing waits for what is told', async () => {
  const pubSub = new RedisPubSub(`redis://127.0.0.1:${await blackHole()}`, 'site', createLog('silent'))
  closers.push(() => pubSub.close())
  const limiter = pubSub.limiter('login/test', { points: 2, duration: 60 })
  pubSub.publish('counts', '[]')
  const since = performance.now()
  await limiter.consume('address')
  await limiter.consume('address')
  await expect(limiter.consume('address')).rejects.toMatchObject({ remainingPoints: 0 })
  await expect(pubSub.ping()).rejects.toThrow()
  expect(performance.now() - since).toBeLessThan(scaleBudget(1000))
})
