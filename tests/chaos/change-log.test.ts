import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { ChangeLogReader } from '#platform/db/change-log/reader.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import { type Database, openDatabase } from '#platform/db/database.ts'
import { createPool } from '#platform/db/pool.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { WINDOWS } from '#scores/rules.ts'
import { verifyBoards } from '#scores/server/boards/verify-boards.ts'
import { scoresSubmitted } from '#scores/server/changes.ts'
import { insertScores, type NewScore } from '#scores/server/submit/submit-store.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { listMachines } from '../integration/helpers/users.ts'
import { DatabaseOracle } from './database-oracle.ts'
import { openPlayer } from './player.ts'
import { chaosSize, createSeededRandom, pickRandom } from './seeded.ts'
import { Submitter } from './submitter.ts'
import { Viewer } from './viewer.ts'

const SEEDS = Array.from({ length: chaosSize(3, 30) }, (_, i) => i + 1)
const random = createSeededRandom(0)
/** ms between two polls of the app's change-log reader (ChangeLogReaderOptions) */
const POLL = 1000

let testApp: TestApp
/** The same database through another pool, like that of another process: the app is not notified of what it writes. */
let otherDatabase: Database
let machines: { id: string; name: string }[]
const people: Submitter[] = []
/** numbers of the changes that the app's own reader passed to its listeners */
const received: number[] = []
const OTHER = 'news of another kind'

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  otherDatabase = openDatabase(createPool(testApp.connection, () => {}, { size: 6 }))
  for (const kind of ['score', OTHER]) testApp.app.changeLog.on(kind, ({ n }) => void received.push(n))
  machines = await listMachines(testApp, 3)
  for (let i = 0; i < 5; i++) {
    const player = openPlayer(testApp.endpoint, random)
    people.push(new Submitter({ player, userId: await player.signUp(`Player ${i}`), random }))
  }
})

afterAll(async () => {
  for (const { player } of people) player.close()
  await otherDatabase.close()
  await testApp.close()
})

function someScore(randomValue: () => number): NewScore {
  const { userId } = pickRandom(randomValue, people)
  const machine = pickRandom(randomValue, machines)
  const id = uuidv7()
  const username = `Player ${people.findIndex(each => each.userId === userId)}`
  return {
    ...{ id, userId, username, displayName: username, machineId: machine.id, machineName: machine.name },
    value: 1 + Math.floor(randomValue() * 500),
    achievedAt: Date.now() - Math.floor(randomValue() * 100) * 86_400_000,
    windowed: randomValue() < 0.7,
    comment: null,
    location: null,
    fingerprint: id,
    answer: { scoreId: id, rank: 1, players: 1, personalBest: true, previousBest: null },
  }
}

const group = (randomValue: () => number): NewScore[] =>
  Array.from({ length: 1 + Math.floor(randomValue() * 6) }, () => someScore(randomValue))

const ROLLED_BACK = new Error('rolled back on purpose')

/** Writes as another process would: in one statement, in a longer transaction, or in one that is rolled back at its end. */
async function writeElsewhere(randomValue: () => number): Promise<void> {
  const way = randomValue()
  if (way < 0.5) await insertScores(otherDatabase.db, group(randomValue))
  else {
    const attempt = otherDatabase.transaction(async tx => {
      await insertScores(tx, group(randomValue))
      await sql`SELECT pg_sleep(${randomValue() * 0.02})`.execute(tx)
      if (way > 0.8) throw ROLLED_BACK
      if (way > 0.65) await appendChanges(tx, [{ kind: OTHER, body: {} }])
    })
    await attempt.catch(error => {
      if (error !== ROLLED_BACK) throw error
    })
  }
}

async function feedNumbers(from: number): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`SELECT generate_series(n - changes + 1, n) AS n FROM feed WHERE n > ${from} ORDER BY 1`.execute(
    testApp.app.database.db,
  )
  return rows.map(({ n }) => n)
}

describe('changes of two writers on one database', () => {
  it.each(SEEDS)('[K2] are each read once and in commit order, and reach every viewer, seed %i', async seed => {
    const randomValue = createSeededRandom(seed)
    const before = testApp.app.changeLog.applied
    received.length = 0
    const viewer = new Viewer(openPlayer(testApp.endpoint, randomValue))
    for (const { id: machineId } of machines)
      for (const window of WINDOWS)
        viewer.watchBoard({ machineId, window, limit: pickRandom(randomValue, [1, 3, 50]), verifiedOnly: false })
    viewer.watchRecent({ limit: 20 })
    const machineIds = machines.map(({ id }) => id)
    try {
      await viewer.waitUntilSynced(machineIds[0]!)
      await Promise.all([
        ...people.map(async submitter => {
          for (let i = 0; i < 20; i++) await submitter.callRandomMethod(machineIds, [undefined, new Date(1_700_000_000_000)])
        }),
        ...[1, 2, 3].map(async () => {
          for (let i = 0; i < 15; i++) await writeElsewhere(randomValue)
        }),
      ])
      await testApp.app.changeLog.catchUp()
      const numbers = await feedNumbers(before)
      expect(received, `seed ${seed}`).toEqual(numbers)
      expect(numbers, `gapless, seed ${seed}`).toEqual(numbers.map((_, i) => before + 1 + i))
      await viewer.waitUntilSynced(machineIds[0]!)
      await viewer.expectMatchesDatabase(await DatabaseOracle.read(testApp.app.database), `seed ${seed}`)
      expect(
        people.flatMap(({ violations: errors }) => errors),
        `seed ${seed}`,
      ).toEqual([])
      expect((await verifyBoards(testApp.app.database)).differences).toEqual([])
    } finally {
      viewer.player.close()
    }
  })
})

describe('a change that another process writes', () => {
  it('[K2] appears on the boards of this process at its next poll, without a notification', async () => {
    const viewer = new Viewer(openPlayer(testApp.endpoint, random))
    const machineId = machines[0]!.id
    viewer.watchBoard({ machineId, window: 'all', limit: 50, verifiedOnly: false })
    viewer.watchRecent({ limit: 5 })
    try {
      await viewer.waitUntilSynced(machineId)
      const record = { ...someScore(random), machineId, machineName: machines[0]!.name, value: 1_000_000 }
      await insertScores(otherDatabase.db, [record])
      const startedAt = performance.now()
      await seen(viewer, () => viewer.player.client.store.collection('scores').get(record.id) !== undefined)
      expect(performance.now() - startedAt).toBeLessThan(POLL + 4000)
      await viewer.waitUntilSynced(machineId)
      await viewer.expectMatchesDatabase(await DatabaseOracle.read(testApp.app.database), 'after the poll')
    } finally {
      viewer.player.close()
    }
  })
})

/** Resolves when the condition on a viewer's scores holds. */
function seen({ player }: Viewer, condition: () => boolean): Promise<void> {
  return new Promise(resolve => {
    const stop = player.client.store.collection('scores').listen(check)
    function check(): void {
      if (!condition()) return
      stop()
      resolve()
    }
    check()
  })
}

/** A change-log reader that does not poll by itself during a test, and what it passed to its listeners. */
async function startReader(): Promise<{ reader: ChangeLogReader; applied: ChangeLogEntry[]; errors: unknown[] }> {
  const applied: ChangeLogEntry[] = []
  const errors: unknown[] = []
  const reader = new ChangeLogReader({
    database: testApp.app.database,
    clock: systemClock,
    report: cause => void errors.push(cause),
    poll: 3_600_000,
  })
  reader.addGroup(scoresSubmitted)
  reader.on('score', entry => void applied.push(entry))
  await reader.start()
  return { reader, applied, errors }
}

describe('a reader of the change log', () => {
  it('[K2] reads the log again after a gap in the sequence, which means a missed notification', async () => {
    const { reader, applied } = await startReader()
    try {
      const groups: ChangeLogEntry[][] = []
      for (let i = 0; i < 6; i++) groups.push(await insertScores(otherDatabase.db, group(random)))
      await reader.publish(groups[5]!)
      expect(applied).toEqual(groups.flat())
    } finally {
      await reader.close()
    }
  })

  it.each(SEEDS)(
    '[K2] delivers each change once and in order when notifications come late, repeatedly and out of order, seed %i',
    async seed => {
      const randomValue = createSeededRandom(seed)
      const { reader, applied } = await startReader()
      try {
        const groups: ChangeLogEntry[][] = []
        for (let i = 0; i < 20; i++) groups.push(await insertScores(otherDatabase.db, group(randomValue)))
        const words = [...groups, ...groups].filter(() => randomValue() < 0.6).map(entries => ({ entries, key: randomValue() }))
        const pushed = words.sort((a, b) => a.key - b.key).map(({ entries }) => reader.publish(entries))
        await Promise.all([...pushed, reader.catchUp()])
        expect(applied, `seed ${seed}`).toEqual(groups.flat())
      } finally {
        await reader.close()
      }
    },
  )

  it('[R2] delivers a change again to a listener that failed, before any newer change', async () => {
    const { reader, applied, errors } = await startReader()
    const taken: number[] = []
    let failures = 2
    reader.on('score', async ({ n }) => {
      if (failures-- > 0) throw new Error('the database is away')
      taken.push(n)
    })
    try {
      const first = await insertScores(otherDatabase.db, group(random))
      const second = await insertScores(otherDatabase.db, group(random))
      await Promise.all([reader.publish(first), reader.publish(second)])
      const numbers = [...first, ...second].map(({ n }) => n)
      expect(taken).toEqual(numbers)
      expect(applied.map(({ n }) => n)).toEqual(numbers)
      expect(errors).toHaveLength(2)
    } finally {
      await reader.close()
    }
  })

  it('[R2] never skips a change whose statements time out in the database, however often, because it would be lost', async () => {
    const { reader, applied } = await startReader()
    const taken: number[] = []
    let failuresLeft = 7
    reader.on('score', async ({ n }) => {
      if (failuresLeft-- > 0)
        await otherDatabase.transaction(async tx => {
          await sql`SET LOCAL statement_timeout = 5`.execute(tx)
          await sql`SELECT pg_sleep(10)`.execute(tx)
        })
      taken.push(n)
    })
    try {
      const entries = await insertScores(otherDatabase.db, [someScore(random), someScore(random)])
      await reader.publish(entries)
      expect(taken).toEqual(entries.map(({ n }) => n))
      expect(applied).toEqual(entries)
    } finally {
      await reader.close()
    }
  })

  it('[R2] skips a change that a listener cannot process while the database works, so that other changes continue', async () => {
    const { reader, applied } = await startReader()
    let refused = 0
    reader.on('score', () => {
      refused++
      throw new Error('a mistake of ours')
    })
    try {
      const entries = await insertScores(otherDatabase.db, [someScore(random), someScore(random)])
      await reader.publish(entries)
      expect(applied).toEqual(entries)
      expect(refused).toBe(10)
    } finally {
      await reader.close()
    }
  })
})
