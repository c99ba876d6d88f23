import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Log } from '../log/log.ts'
import type { Counting, PubSub } from './pubsub.ts'

/** longest pause (ms) between attempts to reach Redis again */
const LONGEST_PAUSE = 2000
/** ms that connecting may take before it is tried again */
const CONNECTING = 2000
/** ms that an answer may take; after that the caller goes on without it */
const PATIENCE = 250
/** ms between two pings on the connection that receives messages, and ms that the answer may take */
const HEARTBEAT = { interval: 3000, timeout: 1000 }

/** PubSub over Redis or Valkey. What is published while Redis is unavailable is lost; nothing depends on it. */
export class RedisPubSub implements PubSub {
  readonly #self = randomUUID()
  readonly #listeners = new Map<string, ((message: string) => void)[]>()
  readonly #prefix: string
  readonly #speaking: Redis
  readonly #hearing: Redis
  readonly #heartbeat: NodeJS.Timeout

  /** @param site distinguishes the sites that use one Redis from each other */
  constructor(url: string, site: string, log: Log) {
    this.#prefix = `skillshot:${site}:`
    const connect = (role: 'speaking' | 'hearing'): Redis => {
      // Commands of the speaking connection are only valid now, so they are not queued until Redis is back.
      const kind =
        role === 'speaking'
          ? { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: PATIENCE }
          : { maxRetriesPerRequest: null }
      const redis = new Redis(url, {
        ...kind,
        connectTimeout: CONNECTING,
        retryStrategy: tries => Math.min(LONGEST_PAUSE, 100 * 2 ** Math.min(tries, 10)),
      })
      let away = false
      redis.on('error', err => {
        if (!away) log.warn({ err, role }, 'Redis is away: other nodes are heard later')
        away = true
      })
      redis.on('ready', () => {
        if (away) log.info({ role }, 'Redis is back')
        away = false
      })
      return redis
    }
    this.#speaking = connect('speaking')
    this.#hearing = connect('hearing')
    this.#heartbeat = setInterval(() => void this.#beat(), HEARTBEAT.interval).unref()
    this.#hearing.on('message', (channel: string, text: string) => {
      const [from, message] = split(text)
      if (from === this.#self) return
      for (const listener of this.#listeners.get(channel.slice(this.#prefix.length)) ?? []) listener(message)
    })
  }

  publish(channel: string, message: string): void {
    if (this.#speaking.status !== 'ready') return
    this.#speaking.publish(this.#prefix + channel, `${this.#self} ${message}`).catch(() => undefined)
  }

  subscribe(channel: string, listener: (message: string) => void): void {
    const listeners = this.#listeners.get(channel)
    if (listeners !== undefined) {
      listeners.push(listener)
      return
    }
    this.#listeners.set(channel, [listener])
    this.#hearing.subscribe(this.#prefix + channel).catch(() => undefined)
  }

  limiter(name: string, counting: Counting): RateLimiterAbstract {
    return new RateLimiterRedis({
      ...counting,
      storeClient: this.#speaking,
      keyPrefix: `${this.#prefix}${name}`,
      insuranceLimiter: new RateLimiterMemory(counting),
    })
  }

  async ping(): Promise<void> {
    if (this.#hearing.status !== 'ready') throw new Error('Redis is away')
    await this.#speaking.ping()
  }

  /** Pings the connection that receives messages, and reconnects without an answer: a connection without messages may be broken. */
  async #beat(): Promise<void> {
    if (this.#hearing.status !== 'ready') return
    const dead = setTimeout(() => this.#hearing.disconnect(true), HEARTBEAT.timeout)
    await this.#hearing.ping().catch(() => undefined)
    clearTimeout(dead)
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat)
    this.#speaking.disconnect()
    this.#hearing.disconnect()
  }
}

function split(text: string): [string, string] {
  const space = text.indexOf(' ')
  return [text.slice(0, space), text.slice(space + 1)]
}
