import type { FeedEntry } from '../../db/feed/write.ts'

export interface Follower {
  /** resolves when what was loaded has caught up with what came meanwhile */
  readonly ready: Promise<void>
  /** Until then nobody can say which changes concern what is loaded: all may. */
  readonly caughtUp: boolean
  /** Gives it the next change, in the feed's order. */
  offer(entry: FeedEntry): void | Promise<void>
}

/**
 * Loads a state from SQL and then follows the feed: what comes while it loads waits, what the load has already seen is passed over.
 * @param load resolves with the feed position that the loaded state is complete up to
 */
export function follow(load: () => Promise<number>, apply: (entry: FeedEntry) => void | Promise<void>): Follower {
  const early: FeedEntry[] = []
  let position: number | null = null
  const start = async (): Promise<void> => {
    const loaded = await load()
    for (let entry = early.shift(); entry !== undefined; entry = early.shift()) if (entry.n > loaded) await apply(entry)
    position = loaded
  }
  return {
    ready: start(),
    get caughtUp() {
      return position !== null
    },
    offer(entry) {
      if (position === null) early.push(entry)
      else if (entry.n > position) return apply(entry)
    },
  }
}
