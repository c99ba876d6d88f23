import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#platform/db/database.ts'
import { WINDOWS } from '#scores/rules.ts'
import { DatabaseOracle } from './database-oracle.ts'
import { openPlayer } from './player.ts'
import { chaosSize, createSeededRandom } from './seeded.ts'
import { ServerProcess } from './server-process.ts'
import { findLostWrites, Submitter } from './submitter.ts'
import { withToolDatabase } from './tool-database.ts'
import { Viewer } from './viewer.ts'

const SUBMITTERS = 10
/** submitters that only add scores, so that a group commit is always in progress */
const CROWD = 40
const ROUNDS = chaosSize(2, 20)
/** acknowledged writes between two kills */
const WRITES = chaosSize(150, 1000)
/** ms; with CHAOS=full twenty kills, each after about a thousand writes */
const TIME_LIMIT = chaosSize(300_000, 1_800_000)
const SEED = Number(process.env.CHAOS_SEED ?? 1)

const random = createSeededRandom(SEED)
const report = (line: string): void => void process.stdout.write(`${line}\n`)

let server: ServerProcess
let machines: string[]
const submitters: Submitter[] = []
const moreSubmitters: Submitter[] = []
let viewer: Viewer

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-kill-'))
  chmodSync(dataDir, 0o755)
  server = new ServerProcess(dataDir)
  report(`first start ${Math.round(await server.start())} ms`)
  machines = await withDatabase(async ({ pool }) => {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM machines ORDER BY id LIMIT 3')
    return rows.map(({ id }) => id)
  })
  for (let i = 0; i < SUBMITTERS; i++) {
    const player = openPlayer(server.endpoint, random)
    const userId = await player.signUp(`Player ${i}`)
    submitters.push(new Submitter({ player, userId, random, ambiguousErrors: [500] }))
  }
  for (let i = 0; i < CROWD; i++) {
    const { player: first, userId } = submitters[i % SUBMITTERS]!
    const player = openPlayer(server.endpoint, random)
    await player.logInAs(first)
    moreSubmitters.push(new Submitter({ player, userId, random, ambiguousErrors: [500] }))
  }
  viewer = new Viewer(openPlayer(server.endpoint, random))
  for (const machineId of machines) for (const window of WINDOWS) viewer.watchBoard({ machineId, window, limit: 5, verifiedOnly: false })
  viewer.watchRecent({ limit: 100 })
}, 180_000)

afterAll(async () => {
  for (const { player } of [viewer, ...allSubmitters()]) player.close()
  await server.killTree().catch(() => undefined)
  await server.waitUntilEnded()
  rmSync(server.dataDir, { recursive: true, force: true })
})

const withDatabase = <T>(use: (database: Database) => Promise<T>): Promise<T> => withToolDatabase(server.dataDir, use)

const allSubmitters = (): Submitter[] => [...submitters, ...moreSubmitters]
const writes = (): number => allSubmitters().reduce((sum, each) => sum + each.writes, 0)
const resends = (): number => allSubmitters().reduce((sum, each) => sum + each.resends, 0)

/** All submitters write without a pause while `injectFailure` is run `rounds` times. Resolves when every call has been answered. */
async function underLoad(rounds: number, injectFailure: () => Promise<void>, withMore = false): Promise<void> {
  let over = false
  let waiting: { at: number; resolve(): void } | null = null
  const times = [undefined, new Date(Date.now() - 86_400_000 * 10)]
  const work = (withMore ? allSubmitters() : submitters).map(async submitter => {
    while (!over) {
      await (moreSubmitters.includes(submitter) ? submitter.submit(machines, times) : submitter.callRandomMethod(machines, times))
      if (waiting !== null && writes() >= waiting.at) waiting.resolve()
    }
  })
  const enough = (): Promise<void> =>
    new Promise(resolve => {
      waiting = { at: writes() + WRITES * (0.5 + random()), resolve }
    })
  let max = 0
  const watch = setInterval(() => {
    max = Math.max(max, server.postmasters().length)
  }, 50)
  try {
    for (let round = 0; round < rounds; round++) {
      await enough()
      await injectFailure()
    }
    await enough()
  } finally {
    over = true
    await Promise.all(work)
    clearInterval(watch)
  }
  expect(max, 'postmasters on the data folder').toBe(1)
}

async function expectNothingLost(): Promise<void> {
  const hint = `seed ${SEED}`
  await viewer.waitUntilSynced(machines[0]!)
  await withDatabase(async database => {
    const oracle = await DatabaseOracle.read(database)
    expect(
      allSubmitters().flatMap(({ violations: faults }) => faults),
      hint,
    ).toEqual([])
    expect(findLostWrites(allSubmitters(), oracle.scores), hint).toEqual([])
    expect(oracle.scores.length, 'rows that nobody was told of').toBe(
      allSubmitters().reduce((sum, { submitted: own }) => sum + own.length, 0),
    )
    await viewer.expectMatchesDatabase(oracle, hint)
  })
  const { code, output } = await server.admin('recompute')
  expect(output).toMatch(/ 0 differences\n$/)
  expect(code).toBe(0)
}

const restarts: number[] = []

async function restart(): Promise<void> {
  restarts.push(Math.round(await server.start()))
}

describe.skipIf(process.platform !== 'linux')('an acknowledged score', { timeout: TIME_LIMIT }, () => {
  it('[K1] survives kill -9 of Node and Postgres together', async () => {
    const before = writes()
    await underLoad(ROUNDS, async () => {
      await server.killTree()
      await restart()
    })
    await expectNothingLost()
    report(`whole tree: ${writes() - before} writes acknowledged, ${resends()} sent again by hand, restarts ${restarts.splice(0)} ms`)
  })

  it('[K1] survives kill -9 of Node alone', async () => {
    const before = writes()
    await underLoad(ROUNDS, async () => {
      await server.killNode()
      await restart()
    })
    await expectNothingLost()
    report(`Node alone: ${writes() - before} writes acknowledged, restarts ${restarts.splice(0)} ms`)
  })

  it('[R2] survives kill -9 of Postgres alone, and the boards are updated', async () => {
    const before = writes()
    await underLoad(ROUNDS, async () => server.killPostgres())
    await expectNothingLost()
    report(`Postgres alone: ${writes() - before} writes acknowledged`)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('[K1] survives %s under load, which leaves no process behind', async signal => {
    await underLoad(
      1,
      async () => {
        const { code, ms } = await server.stop(signal)
        await server.waitUntilEnded()
        report(`${signal}: exit code ${code} after ${Math.round(ms)} ms`)
        expect(code).toBe(0)
        expect(ms).toBeLessThan(10_000)
        await restart()
      },
      true,
    )
    await expectNothingLost()
  })
})
