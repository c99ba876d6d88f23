import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMachineSearch } from '#machines/server/machine-search.ts'
import { searchMachines } from '#machines/server/store.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp } from '../helpers/users.ts'

let testApp: TestApp
let names: string[]

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  const machines = await listMachines(testApp, 2000)
  names = machines.map(({ name }) => name)
  // Some have scores, which decide the order of machines that are found alike.
  await testApp.app.database.db
    .insertInto('machine_tallies')
    .values(machines.filter((_, i) => i % 3 === 0).map(({ id }, i) => ({ machine_id: id, scores: i % 17, players: 1, zeros: 0 })))
    .onConflict(conflict => conflict.column('machine_id').doNothing())
    .execute()
})
afterAll(() => testApp.close())

/** Beginnings of names, of their words in any order, their middles, and what nothing is called. */
const texts = fc
  .record({
    at: fc.nat(),
    from: fc.nat(12),
    length: fc.integer({ min: 1, max: 30 }),
    how: fc.constantFrom('start', 'part', 'words', 'odd'),
  })
  .map(({ at, from, length, how }) => {
    const name = names[at % names.length]!
    if (how === 'start') return name.slice(0, length).toUpperCase()
    if (how === 'part') return name.slice(from, from + length)
    if (how === 'odd') return `${name.slice(0, 3)}% _`
    return name
      .split(' ')
      .map(word => word.slice(0, 1 + (length % 4)))
      .reverse()
      .join(' ')
  })

it('finds by the texts in memory exactly what SQL finds by those in the table, in the same order', async () => {
  const { database } = testApp.app
  const machines = createMachineSearch(database)
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 20 }), async (text, limit) => {
      expect(await machines.search(text, limit)).toEqual(await searchMachines(database.db, text, limit))
    }),
    { seed: 20_261_128, numRuns: 300 },
  )
})

it('finds a machine as soon as it has been added, and by its new name as soon as it is renamed', async () => {
  const admin = await signUp(testApp, 'admin')
  await grantRoles(testApp, admin.id, ['admin'])
  const visitor = await DdpTestClient.open(testApp.endpoint)
  const find = async (text: string): Promise<string[]> =>
    (await visitor.call<{ name: string }[]>('machines.search', { text })).map(({ name }) => name)
  expect(await find('zyzzyva')).toEqual([])
  const machineId = uuidv7()
  await admin.client.call('machines.add', { _id: machineId, name: 'Zyzzyva', manufacturer: 'Weevil', year: 1999, type: 'ss' })
  expect(await find('zyz')).toEqual(['Zyzzyva'])
  await admin.client.call('machines.edit', { machineId, name: 'Quokka Quest' })
  expect(await find('zyzzyva')).toEqual([])
  expect(await find('quokka')).toEqual(['Quokka Quest'])
})
