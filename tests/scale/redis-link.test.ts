import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../src/platform/log/log.ts'
import { RedisPubSub } from '../../src/platform/pubsub/redis-pubsub.ts'
import { type Network, startNetwork } from '../network.ts'
import { type Redis, startRedis } from './redis.ts'
import { until } from './until.ts'

let redis: Redis
let network: Network

beforeAll(async () => {
  redis = await startRedis()
  network = await startNetwork(() => ({ host: '127.0.0.1', port: Number(new URL(redis.url).port) }))
})
afterAll(async () => {
  await network.close()
  await redis.stop()
})

it('[R3] a node whose line to Redis died without a word hears of the others again by itself', async () => {
  const heard: string[] = []
  const near = new RedisPubSub(redis.url, 'site', createLog('silent'))
  const far = new RedisPubSub(`redis://127.0.0.1:${network.port}`, 'site', createLog('silent'))
  far.subscribe('news', message => heard.push(message))
  const told = async (message: string): Promise<void> =>
    until(`${message} is heard`, () => {
      near.publish('news', message)
      return heard.includes(message)
    })
  await told('before')
  network.strand()
  const began = performance.now()
  await told('after')
  console.info(`heard again after ${Math.round(performance.now() - began)} ms`)
  expect(performance.now() - began).toBeLessThan(10_000)
  await near.close()
  await far.close()
})
