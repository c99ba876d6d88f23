import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible'

/** `points` in `duration` seconds */
export interface Counting {
  points: number
  duration: number
}

/**
 * Between the nodes of one database. It carries only what makes them faster or stricter together: what matters is in the database, so a bus
 * that is away, or loses a word, makes nodes slower and never wrong.
 */
export interface PubSub {
  /** Tells all other nodes. Nobody waits for it, and nobody learns whether it arrived. */
  publish(channel: string, message: string): void
  /** Hears what other nodes publish, not what this one does. */
  subscribe(channel: string, listener: (message: string) => void): void
  /** Counts what is done by some key, together with the other nodes while the bus is there. @param name tells counters from each other. `duration`: s */
  limiter(name: string, counting: Counting): RateLimiterAbstract
  /** @throws Error when what carries it does not answer */
  ping(): Promise<void>
  close(): Promise<void>
}

/** There are no others. */
export const localPubSub: PubSub = {
  publish: () => {},
  subscribe: () => {},
  limiter: (_name, counting) => new RateLimiterMemory(counting),
  ping: async () => {},
  close: async () => {},
}
