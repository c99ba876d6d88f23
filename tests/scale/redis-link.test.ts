import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '#platform/log/log.ts'
import { RedisPubSub } from '#platform/pubsub/redis-pubsub.ts'
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts'
import { type Redis, startRedis } from './redis.ts'
import { waitUntil } from './wait.ts'

let redis: Redis
let proxy: TcpProxy

beforeAll(async () => {
  redis = await startRedis()
  proxy = await startTcpProxy(() => ({ host: '127.0.0.1', port: Number(new URL(redis.url).port) }))
})
afterAll(async () => {
  await proxy.close()
  await redis.stop()
})

it('[R3] a node whose connection to Redis is silently lost receives messages of the others again by itself', async () => {
  const received: string[] = []
  const near = new RedisPubSub(redis.url, 'site', createLog('silent'))
  const far = new RedisPubSub(`redis://127.0.0.1:${proxy.port}`, 'site', createLog('silent'))
  far.subscribe('news', message => received.push(message))
  const told = async (message: string): Promise<void> =>
    waitUntil(`${message} is heard`, () => {
      near.publish('news', message)
      return received.includes(message)
    })
  await told('before')
  proxy.discardTraffic()
  const startedAt = performance.now()
  await told('after')
  console.info(`heard again after ${Math.round(performance.now() - startedAt)} ms`)
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  await near.close()
  await far.close()
})
