import { onTestFinished } from 'vitest'
import type { TestApp } from '../integration/helpers/test-app.ts'

/** The longest delay of a read, in ms. */
const MAX_DELAY_MS = 30

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
export function makeReadsUnreliable({ app: { database } }: TestApp, random: () => number): UnreliableReads {
  const { readSnapshot } = database
  let failed = 0
  database.readSnapshot = async (read, longTransaction) => {
    const randomValue = random()
    // Rejects inside `readSnapshot`, so that the error takes the same way as an error of the driver.
    const failRead = (): Promise<never> => {
      failed++
      return readSnapshot(async () => Promise.reject(new Error('Connection terminated unexpectedly')), longTransaction)
    }
    if (randomValue < 0.05) return failRead()
    const answer = await readSnapshot(read, longTransaction)
    if (randomValue < 0.35) await new Promise(resolve => setTimeout(resolve, random() * MAX_DELAY_MS))
    return randomValue < 0.1 ? failRead() : answer
  }
  const stop = (): void => {
    database.readSnapshot = readSnapshot
  }
  onTestFinished(stop)
  return {
    stop,
    get failed() {
      return failed
    },
  }
}
