import { hash, verify } from '@node-rs/argon2'
import { readOwnCpu } from '../lib/meter.ts'
import { serveCommands } from '../lib/worker.ts'
import type { HerdResult } from './herd.ts'

/** The server's parameters. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const DIGEST = '0'.repeat(64)

/** Runs only argon2id verifications, `lanes` of them concurrently, for `ms`. */
async function run({ lanes, ms }: { lanes: number; ms: number }): Promise<HerdResult> {
  const stored = await hash(DIGEST, ARGON)
  const cpu = readOwnCpu()
  const from = performance.now()
  let logins = 0
  const lane = async (): Promise<void> => {
    while (performance.now() - from < ms) {
      if (!(await verify(stored, DIGEST))) throw new Error('A password did not match')
      logins++
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { logins, refused: 0, wall: (performance.now() - from) * 1000, cpu: readOwnCpu() - cpu }
}

serveCommands({ run })
