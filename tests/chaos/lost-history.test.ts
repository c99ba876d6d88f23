import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import type { LostHistory } from '#platform/db/change-log/history.ts'
import { ChangeLogReader } from '#platform/db/change-log/reader.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Database } from '#platform/db/database.ts'
import { createPool } from '#platform/db/pool.ts'
import { ReadReplica } from '#platform/db/read-replica.ts'
import { createLog } from '#platform/log/log.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'

const KIND = 'a change of the test'

let testApp: TestApp
let database: Database
let reader: ChangeLogReader
let lost: LostHistory[]
let applied: number[]

beforeAll(async () => {
  testApp = await createTestApp()
  database = testApp.app.database
})
afterAll(() => testApp.close())

beforeEach(async () => {
  ;[lost, applied] = [[], []]
  reader = new ChangeLogReader({
    database,
    clock: manualClock(0),
    report: cause => {
      throw cause
    },
    onHistoryLost: found => void lost.push(found),
  })
  reader.on(KIND, ({ n }) => void applied.push(n))
  await reader.start()
  return () => reader.close()
})

const write = (count: number): Promise<ChangeLogEntry[]> =>
  database.transaction(tx =>
    appendChanges(
      tx,
      Array.from({ length: count }, (_, i) => ({ kind: KIND, body: { i } })),
    ),
  )

/** Takes the last changes out of the log, as in a database that never had them. */
async function loseLast(count: number): Promise<void> {
  await sql`UPDATE feed_head SET n = n - ${count}`.execute(database.db)
  await sql`DELETE FROM feed WHERE n > (SELECT n FROM feed_head)`.execute(database.db)
}

it('a reader says which changes the database has lost, those that it published and those that it read, and stops', async () => {
  const [published, read] = [await write(2), await write(2)]
  await reader.publish(published)
  await reader.catchUp()
  await loseLast(3)
  await reader.catchUp()
  const numbers = [...published, ...read].map(({ n }) => n)
  expect(lost).toEqual([{ head: numbers[0], applied: numbers[3], changes: [published[1], ...read] }])
  await write(5)
  await reader.catchUp()
  expect(lost).toHaveLength(1)
  expect(applied).toEqual(numbers)
})

it('a reader notices other changes under the numbers that it has applied', async () => {
  const entries = await write(3)
  await reader.publish(entries)
  await loseLast(2)
  const others = await write(4)
  await reader.catchUp()
  expect(lost).toEqual([{ head: others.at(-1)!.n, applied: entries[2]!.n, changes: entries.slice(1) }])
  expect(applied).toEqual(entries.map(({ n }) => n))
})

it('a reader says which changes of a row with several are lost, and which only have another row now', async () => {
  reader.addGroup({ kind: 'several changes', toChanges: (body: number[]) => body.map(i => ({ kind: KIND, body: { i } })) })
  const [before] = await write(1)
  const writeRow = (numbers: number[]) =>
    database.transaction(async tx => {
      await sql`UPDATE feed_head SET n = n + ${numbers.length}`.execute(tx)
      await sql`INSERT INTO feed (n, changes, kind, body) SELECT n, ${numbers.length}::integer, 'several changes', ${JSON.stringify(numbers)}::jsonb FROM feed_head`.execute(
        tx,
      )
    })
  await writeRow([1, 2, 3])
  await reader.catchUp()
  expect(applied).toEqual([0, 1, 2, 3].map(i => before!.n + i))
  await sql`UPDATE feed_head SET n = n - 3`.execute(database.db)
  await sql`DELETE FROM feed WHERE n > (SELECT n FROM feed_head)`.execute(database.db)
  await writeRow([7, 8])
  await reader.catchUp()
  expect(lost.map(({ changes }) => changes.map(({ body }) => body))).toEqual([[{ i: 1 }, { i: 2 }, { i: 3 }]])
})

it('a reader that was away for longer than the log goes back says so, since it cannot know what it missed', async () => {
  const [first] = await write(1)
  await reader.catchUp()
  const missed = await write(3)
  await sql`DELETE FROM feed WHERE n <= ${missed[0]!.n}`.execute(database.db)
  await reader.catchUp()
  expect(lost).toEqual([{ head: missed[2]!.n, applied: first!.n, changes: [] }])
})

it('a reader says so too if nothing is left of what it missed', async () => {
  const [first] = await write(1)
  await reader.catchUp()
  const missed = await write(2)
  await sql`DELETE FROM feed`.execute(database.db)
  await reader.catchUp()
  expect(lost).toEqual([{ head: missed[1]!.n, applied: first!.n, changes: [] }])
})

it('a reader that has applied everything takes it for the same log when old changes are deleted', async () => {
  await reader.publish(await write(2))
  await sql`DELETE FROM feed`.execute(database.db)
  await reader.catchUp()
  expect(lost).toEqual([])
  const [next] = await write(1)
  await reader.catchUp()
  expect(applied.at(-1)).toBe(next!.n)
})

it('a Postgres that is no standby is not read from in place of the primary', async () => {
  const replica = new ReadReplica({
    connect: async () => createPool(testApp.connection, () => {}, { size: 1 }),
    primary: database.db,
    applied: () => reader.applied,
    clock: manualClock(0),
    log: createLog('silent'),
    onStatement: () => () => {},
  })
  await replica.start()
  expect(await replica.readSnapshot(async () => 1, false)).toBeNull()
  expect(await replica.read(async () => 1)).toBeNull()
  expect(replica.stats).toEqual({ used: false, lag: 0, answered: 0, passedOn: 2 })
  await replica.close()
})
