import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import { WriterLease } from '#platform/nodes/writer-lease.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

it('one node has the lease, the others know it; when it is given back or runs out another takes it', async () => {
  const { database } = testApp.app
  const clock = manualClock()
  const [a, b, c] = ['a', 'b', 'c'].map(node => new WriterLease(database, clock, node))
  await a!.renew()
  await b!.renew()
  expect([a!.otherWriter, b!.otherWriter]).toEqual([null, 'a'])

  b!.doubt()
  expect(b!.otherWriter).toBeNull()
  await b!.renew()
  expect(b!.otherWriter).toBeNull()
  clock.advance(3000)
  await b!.renew()
  expect(b!.otherWriter).toBe('a')

  await a!.close()
  await b!.renew()
  await c!.renew()
  expect([b!.otherWriter, c!.otherWriter]).toEqual([null, 'b'])

  await sql`UPDATE writer_lease SET until = now() - interval '1 ms'`.execute(database.db)
  await c!.renew()
  expect(c!.otherWriter).toBeNull()
  // b has not asked since: it may go on for a while, without harm.
  await b!.renew()
  expect(b!.otherWriter).toBe('c')

  await Promise.all([b!.close(), c!.close()])
  clock.advance(2999)
  expect(b!.otherWriter).toBe('c')
  clock.advance(1)
  expect(b!.otherWriter).toBeNull()
})
