import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Log } from '#platform/log/log.ts'
import type { LimiterOptions, PubSub } from './pubsub.ts'

/** longest pause (ms) between attempts to reach Redis again */
const MAX_PAUSE_MS = 2000
/** ms that connecting may take before it is tried again */
const CONNECT_TIMEOUT_MS = 2000
/** ms that an answer may take; after that the caller goes on without it */
const COMMAND_TIMEOUT_MS = 250
/** ms between two pings on each connection, and ms that an answer may take on the one that receives messages */
const HEARTBEAT = { interval: 3000, timeout: 1000 }
/** pings in a row without an answer after which the publishing connection is opened anew */
const MAX_LOST_PINGS = 3

/** PubSub over Redis or Valkey. What is published while Redis is unavailable is lost; nothing depends on it. */
export class RedisPubSub implements PubSub {
  readonly #nodeId = randomUUID()
  readonly #listeners = new Map<string, ((message: string) => void)[]>()
  readonly #prefix: string
  readonly #publisher: Redis
  readonly #subscriber: Redis
  readonly #heartbeat: NodeJS.Timeout
  /** pings of the publishing connection since its last answer */
  #lostPings = 0

  /** @param site distinguishes the sites that use one Redis from each other */
  constructor(url: string, site: string, log: Log) {
    this.#prefix = `skillshot:${site}:`
    const connect = (role: 'publisher' | 'subscriber'): Redis => {
      // Commands of the publishing connection are only valid now, so they are not queued until Redis is back.
      const roleOptions =
        role === 'publisher'
          ? { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: COMMAND_TIMEOUT_MS }
          : { maxRetriesPerRequest: null }
      const redis = new Redis(url, {
        ...roleOptions,
        connectTimeout: CONNECT_TIMEOUT_MS,
        retryStrategy: tries => Math.min(MAX_PAUSE_MS, 100 * 2 ** Math.min(tries, 10)),
      })
      let isUnavailable = false
      redis.on('error', err => {
        if (!isUnavailable) log.warn({ err, role }, 'Redis is unreachable: changes of other nodes arrive later')
        isUnavailable = true
      })
      redis.on('ready', () => {
        if (isUnavailable) log.info({ role }, 'Redis is reachable again')
        isUnavailable = false
      })
      return redis
    }
    this.#publisher = connect('publisher')
    this.#subscriber = connect('subscriber')
    this.#heartbeat = setInterval(() => {
      void this.#pingSubscriber()
      void this.#pingPublisher()
    }, HEARTBEAT.interval).unref()
    this.#subscriber.on('message', (channel: string, text: string) => {
      const [from, message] = split(text)
      if (from === this.#nodeId) return
      for (const listener of this.#listeners.get(channel.slice(this.#prefix.length)) ?? []) listener(message)
    })
  }

  publish(channel: string, message: string): void {
    if (this.#publisher.status !== 'ready') return
    this.#publisher.publish(this.#prefix + channel, `${this.#nodeId} ${message}`).catch(() => undefined)
  }

  subscribe(channel: string, listener: (message: string) => void): void {
    const listeners = this.#listeners.get(channel)
    if (listeners !== undefined) {
      listeners.push(listener)
      return
    }
    this.#listeners.set(channel, [listener])
    this.#subscriber.subscribe(this.#prefix + channel).catch(() => undefined)
  }

  limiter(name: string, counting: LimiterOptions): RateLimiterAbstract {
    return new RateLimiterRedis({
      ...counting,
      storeClient: this.#publisher,
      keyPrefix: `${this.#prefix}${name}`,
      insuranceLimiter: new RateLimiterMemory(counting),
    })
  }

  async ping(): Promise<void> {
    if (this.#subscriber.status !== 'ready') throw new Error('Redis is unreachable')
    await this.#publisher.ping()
  }

  /** Pings the connection that receives messages, and reconnects without an answer: a connection without messages may be broken. */
  async #pingSubscriber(): Promise<void> {
    if (this.#subscriber.status !== 'ready') return
    const timeout = setTimeout(() => this.#subscriber.disconnect(true), HEARTBEAT.timeout)
    await this.#subscriber.ping().catch(() => undefined)
    clearTimeout(timeout)
  }

  /** As `pingSubscriber`. Without this, a connection that was lost silently would only end with the kernel's retransmissions, after minutes. */
  async #pingPublisher(): Promise<void> {
    if (this.#publisher.status !== 'ready') return
    const isAlive = await this.#publisher.ping().then(
      () => true,
      () => false,
    )
    this.#lostPings = isAlive ? 0 : this.#lostPings + 1
    if (this.#lostPings < MAX_LOST_PINGS) return
    this.#lostPings = 0
    this.#publisher.disconnect(true)
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat)
    this.#publisher.disconnect()
    this.#subscriber.disconnect()
  }
}

function split(text: string): [string, string] {
  const space = text.indexOf(' ')
  return [text.slice(0, space), text.slice(space + 1)]
}
