import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/ddp/timing/system-clock.ts'
import { WINDOWS } from '../../src/features/scores/rules.ts'
import { recompute } from '../../src/features/scores/server/boards/verify-boards.ts'
import { insertScores, type NewScore } from '../../src/features/scores/server/submit/submit-store.ts'
import { ChangeLogReader } from '../../src/platform/db/change-log/reader.ts'
import { appendChanges, type ChangeLogEntry } from '../../src/platform/db/change-log/write.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { createPool } from '../../src/platform/db/pool.ts'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { someMachines } from '../integration/people.ts'
import { createWorld, type World } from '../integration/world.ts'
import { openPlayer } from './player.ts'
import { pick, seeded, size } from './seeded.ts'
import { Submitter } from './submitter.ts'
import { Truth } from './truth.ts'
import { Viewer } from './viewer.ts'

const SEEDS = Array.from({ length: size(3, 30) }, (_, i) => i + 1)
const random = seeded(0)
/** ms between two polls of the app's change-log reader (ChangeLogReaderOptions) */
const POLL = 1000

let world: World
/** The same database through another pool, like that of another process: the app is not notified of what it writes. */
let elsewhere: Database
let machines: { id: string; name: string }[]
const people: Submitter[] = []
/** numbers of the changes that the app's own reader passed to its listeners */
const heard: number[] = []
const OTHER = 'news of another kind'

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  elsewhere = openDatabase(createPool(world.connection, () => {}, { size: 6 }))
  for (const kind of ['score', OTHER]) world.app.feed.on(kind, ({ n }) => void heard.push(n))
  machines = await someMachines(world, 3)
  for (let i = 0; i < 5; i++) {
    const player = openPlayer(world.endpoint, random)
    people.push(new Submitter({ player, userId: await player.signUp(`Player ${i}`), random }))
  }
})

afterAll(async () => {
  for (const { player } of people) player.close()
  await elsewhere.close()
  await world.close()
})

function someScore(dice: () => number): NewScore {
  const { userId } = pick(dice, people)
  const machine = pick(dice, machines)
  const id = uuidv7()
  const username = `Player ${people.findIndex(each => each.userId === userId)}`
  return {
    ...{ id, userId, username, displayName: username, machineId: machine.id, machineName: machine.name },
    value: 1 + Math.floor(dice() * 500),
    achievedAt: Date.now() - Math.floor(dice() * 100) * 86_400_000,
    windowed: dice() < 0.7,
    comment: null,
    location: null,
    fingerprint: id,
    answer: { scoreId: id, rank: 1, players: 1, personalBest: true, previousBest: null },
  }
}

const group = (dice: () => number): NewScore[] => Array.from({ length: 1 + Math.floor(dice() * 6) }, () => someScore(dice))

const ROLLED_BACK = new Error('rolled back on purpose')

/** Writes as another process would: in one statement, in a longer transaction, or in one that is rolled back at its end. */
async function writeElsewhere(dice: () => number): Promise<void> {
  const way = dice()
  if (way < 0.5) await insertScores(elsewhere.db, group(dice))
  else {
    const attempt = elsewhere.transaction(async tx => {
      await insertScores(tx, group(dice))
      await sql`SELECT pg_sleep(${dice() * 0.02})`.execute(tx)
      if (way > 0.8) throw ROLLED_BACK
      if (way > 0.65) await appendChanges(tx, [{ kind: OTHER, body: {} }])
    })
    await attempt.catch(error => {
      if (error !== ROLLED_BACK) throw error
    })
  }
}

async function feedNumbers(from: number): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`SELECT n FROM feed WHERE n > ${from} ORDER BY n`.execute(world.app.database.db)
  return rows.map(({ n }) => n)
}

describe('two writers on one database', () => {
  it.each(SEEDS)('[K2] are read once each and in the order of their commits, and every viewer follows, seed %i', async seed => {
    const dice = seeded(seed)
    const before = world.app.feed.applied
    heard.length = 0
    const viewer = new Viewer(openPlayer(world.endpoint, dice))
    for (const { id: machineId } of machines)
      for (const window of WINDOWS) viewer.watchBoard({ machineId, window, limit: pick(dice, [1, 3, 50]), verifiedOnly: false })
    viewer.watchRecent({ limit: 20 })
    const machineIds = machines.map(({ id }) => id)
    try {
      await viewer.whole(machineIds[0]!)
      await Promise.all([
        ...people.map(async submitter => {
          for (let i = 0; i < 20; i++) await submitter.act(machineIds, [undefined, new Date(1_700_000_000_000)])
        }),
        ...[1, 2, 3].map(async () => {
          for (let i = 0; i < 15; i++) await writeElsewhere(dice)
        }),
      ])
      await world.app.feed.catchUp()
      const numbers = await feedNumbers(before)
      expect(heard, `seed ${seed}`).toEqual(numbers)
      expect(numbers, `gapless, seed ${seed}`).toEqual(numbers.map((_, i) => before + 1 + i))
      await viewer.whole(machineIds[0]!)
      await viewer.expectTruth(await Truth.read(world.app.database), `seed ${seed}`)
      expect(
        people.flatMap(({ faults }) => faults),
        `seed ${seed}`,
      ).toEqual([])
      expect((await recompute(world.app.database)).differences).toEqual([])
    } finally {
      viewer.player.close()
    }
  })
})

describe('what another process writes', () => {
  it('[K2] is on the boards of this one by its next look, without anybody telling it', async () => {
    const viewer = new Viewer(openPlayer(world.endpoint, random))
    const machineId = machines[0]!.id
    viewer.watchBoard({ machineId, window: 'all', limit: 50, verifiedOnly: false })
    viewer.watchRecent({ limit: 5 })
    try {
      await viewer.whole(machineId)
      const record = { ...someScore(random), machineId, machineName: machines[0]!.name, value: 1_000_000 }
      await insertScores(elsewhere.db, [record])
      const began = performance.now()
      await seen(viewer, () => viewer.player.client.store.collection('scores').get(record.id) !== undefined)
      expect(performance.now() - began).toBeLessThan(POLL + 4000)
      await viewer.whole(machineId)
      await viewer.expectTruth(await Truth.read(world.app.database), 'after the poll')
    } finally {
      viewer.player.close()
    }
  })
})

/** Resolves when the condition on a viewer's scores holds. */
function seen({ player }: Viewer, holds: () => boolean): Promise<void> {
  return new Promise(resolve => {
    const stop = player.client.store.collection('scores').listen(look)
    function look(): void {
      if (!holds()) return
      stop()
      resolve()
    }
    look()
  })
}

/** A change-log reader that does not poll by itself during a test, and what it passed to its listeners. */
async function startReader(): Promise<{ reader: ChangeLogReader; told: ChangeLogEntry[]; faults: unknown[] }> {
  const told: ChangeLogEntry[] = []
  const faults: unknown[] = []
  const reader = new ChangeLogReader({
    database: world.app.database,
    clock: systemClock,
    report: cause => void faults.push(cause),
    poll: 3_600_000,
  })
  reader.on('score', entry => void told.push(entry))
  await reader.start()
  return { reader, told, faults }
}

describe('a reader of the feed', () => {
  it('[K2] reads again what it was not told of: a missing number is a lost word', async () => {
    const { reader, told } = await startReader()
    try {
      const groups: ChangeLogEntry[][] = []
      for (let i = 0; i < 6; i++) groups.push(await insertScores(elsewhere.db, group(random)))
      await reader.push(groups[5]!)
      expect(told).toEqual(groups.flat())
    } finally {
      await reader.close()
    }
  })

  it.each(SEEDS)('[K2] tells each change once and in order, however late, often and mixed up the words come, seed %i', async seed => {
    const dice = seeded(seed)
    const { reader, told } = await startReader()
    try {
      const groups: ChangeLogEntry[][] = []
      for (let i = 0; i < 20; i++) groups.push(await insertScores(elsewhere.db, group(dice)))
      const words = [...groups, ...groups].filter(() => dice() < 0.6).map(entries => ({ entries, key: dice() }))
      const pushed = words.sort((a, b) => a.key - b.key).map(({ entries }) => reader.push(entries))
      await Promise.all([...pushed, reader.catchUp()])
      expect(told, `seed ${seed}`).toEqual(groups.flat())
    } finally {
      await reader.close()
    }
  })

  it('[R2] offers a change again to who could not take it, before anything newer', async () => {
    const { reader, told, faults } = await startReader()
    const taken: number[] = []
    let failures = 2
    reader.on('score', async ({ n }) => {
      if (failures-- > 0) throw new Error('the database is away')
      taken.push(n)
    })
    try {
      const first = await insertScores(elsewhere.db, group(random))
      const second = await insertScores(elsewhere.db, group(random))
      await Promise.all([reader.push(first), reader.push(second)])
      const numbers = [...first, ...second].map(({ n }) => n)
      expect(taken).toEqual(numbers)
      expect(told.map(({ n }) => n)).toEqual(numbers)
      expect(faults).toHaveLength(2)
    } finally {
      await reader.close()
    }
  })

  it('[R2] does not pass over one whose statements the database gives up for time, however often: it would be missed for ever', async () => {
    const { reader, told } = await startReader()
    const taken: number[] = []
    let late = 7
    reader.on('score', async ({ n }) => {
      if (late-- > 0)
        await elsewhere.transaction(async tx => {
          await sql`SET LOCAL statement_timeout = 5`.execute(tx)
          await sql`SELECT pg_sleep(10)`.execute(tx)
        })
      taken.push(n)
    })
    try {
      const entries = await insertScores(elsewhere.db, [someScore(random), someScore(random)])
      await reader.push(entries)
      expect(taken).toEqual(entries.map(({ n }) => n))
      expect(told).toEqual(entries)
    } finally {
      await reader.close()
    }
  })

  it('[R2] passes over a change that somebody cannot take while the database answers, so that the others go on', async () => {
    const { reader, told } = await startReader()
    let refused = 0
    reader.on('score', () => {
      refused++
      throw new Error('a mistake of ours')
    })
    try {
      const entries = await insertScores(elsewhere.db, [someScore(random), someScore(random)])
      await reader.push(entries)
      expect(told).toEqual(entries)
      expect(refused).toBe(10)
    } finally {
      await reader.close()
    }
  })
})
