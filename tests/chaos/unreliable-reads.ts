import { onTestFinished } from 'vitest'
import type { World } from '../integration/world.ts'

/** The longest that a read is held up, ms. */
const LONGEST = 30

export interface UnreliableReads {
  /** From now on every read answers at once. */
  stop(): void
  /** how many reads failed */
  readonly failed: number
}

/**
 * Some reads of views fail as if the connection to Postgres broke; some answer late, after what they read has changed. So loads overlap changes,
 * revocations and one another, and begin again. It lasts until the end of the test, or until it is stopped.
 */
export function unreliableReads({ app: { database } }: World, random: () => number): UnreliableReads {
  const { snapshot } = database
  let failed = 0
  database.snapshot = async (read, patient) => {
    const dice = random()
    // What no code of ours has thrown, so that it goes the way of an error of the driver.
    const broken = (): Promise<never> => {
      failed++
      return snapshot(async () => Promise.reject(new Error('Connection terminated unexpectedly')), patient)
    }
    if (dice < 0.05) return broken()
    const answer = await snapshot(read, patient)
    if (dice < 0.35) await new Promise(resolve => setTimeout(resolve, random() * LONGEST))
    return dice < 0.1 ? broken() : answer
  }
  const stop = (): void => {
    database.snapshot = snapshot
  }
  onTestFinished(stop)
  return {
    stop,
    get failed() {
      return failed
    },
  }
}
