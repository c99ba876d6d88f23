import { onTestFinished } from 'vitest'
import type { World } from '../world/world.ts'

/** The longest that a read is held up, ms. */
const LONGEST = 30

/**
 * Until the end of the test the answers of some reads of views come late, after what they read has changed. So loads overlap changes, revocations and
 * one another.
 */
export function slowReads({ app: { database } }: World, random: () => number): void {
  const { snapshot } = database
  database.snapshot = async (read, patient) => {
    const answer = await snapshot(read, patient)
    if (random() < 0.3) await new Promise(resolve => setTimeout(resolve, random() * LONGEST))
    return answer
  }
  onTestFinished(() => {
    database.snapshot = snapshot
  })
}
