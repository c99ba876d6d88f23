import { onTestFinished } from 'vitest'
import type { World } from '../integration/world.ts'

/** The longest delay of a read, in ms. */
const LONGEST = 30

export interface UnreliableReads {
  /** From now on all reads succeed without a delay. */
  stop(): void
  /** the number of reads that failed */
  readonly failed: number
}

/**
 * Makes some reads of views fail as if the connection to Postgres broke, and delays the answers of others until after what they read has
 * changed. So loads overlap with changes, with revocations and with each other, and start again. Lasts until `stop` or the end of the test.
 */
export function unreliableReads({ app: { database } }: World, random: () => number): UnreliableReads {
  const { snapshot } = database
  let failed = 0
  database.snapshot = async (read, patient) => {
    const dice = random()
    // Rejects inside `snapshot`, so that the error takes the same way as an error of the driver.
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
