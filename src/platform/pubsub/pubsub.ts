import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible'

/** A rate limit: `points` in `duration` seconds. */
export interface LimiterOptions {
  points: number
  duration: number
}

/**
 * Messages between the nodes of one database. They only make changes arrive sooner and rate limits stricter; everything that matters is in
 * the database. So nodes become slower, but never wrong, when the messages are lost or cannot be sent.
 */
export interface PubSub {
  /** Sends a message to all other nodes, without waiting and without an acknowledgement. */
  publish(channel: string, message: string): void
  /** Adds a listener for messages of other nodes. Messages of this node do not come back. */
  subscribe(channel: string, listener: (message: string) => void): void
  /**
   * Returns a rate limiter, which counts by key, together with the other nodes while they can be reached.
   * @param name distinguishes limiters from each other
   */
  limiter(name: string, counting: LimiterOptions): RateLimiterAbstract
  /** @throws Error when the server that carries the messages does not answer */
  ping(): Promise<void>
  close(): Promise<void>
}

/** For a node that is the only one: messages go nowhere, and rates are counted in memory. */
export const localPubSub: PubSub = {
  publish: () => {},
  subscribe: () => {},
  limiter: (_name, counting) => new RateLimiterMemory(counting),
  ping: async () => {},
  close: async () => {},
}
