import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BrowseInput, type MachinePageDoc, machinePageId } from '#machines/contract/catalogue.ts'
import { pageOfMachines } from '#machines/server/store.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { makeAdmin, signUp } from '../helpers/users.ts'

let log: RecordedLog
let testApp: TestApp
/** a connection of an editor: when a call has its answer, the lists of this connection include what the call changed */
let editor: DdpTestClient
const machineIds: string[] = []

const WORDS = ['Attack', 'Mars', 'Medieval', 'Madness', 'Märchen', 'انتقام', '747', '(Pro)']
const MANUFACTURERS = ['Bally', 'Stern Pinball', 'Österberg & Söhne']

beforeAll(async () => {
  log = new RecordedLog('debug')
  testApp = await createTestApp({ config: { rateLimits: 'off' }, log: log.log })
  // The plain catalogue would be on the same pages.
  await testApp.app.database.pool.query('UPDATE machines SET retired = true')
  const user = await signUp(testApp, 'Edith')
  await makeAdmin(testApp, user.id)
  editor = user.client
  for (let i = 0; i < 12; i++) {
    const machineId = uuidv7()
    machineIds.push(machineId)
    const name = `${WORDS[i % WORDS.length]} ${WORDS[(i * 3 + 1) % WORDS.length]} ${i}`
    await editor.call('machines.add', { _id: machineId, name, manufacturer: MANUFACTURERS[i % 3], year: 1955 + 6 * i, type: 'ss' })
  }
})
afterAll(() => testApp.close())

const TEXTS = ['', 'attack', 'mad', 'mm', 'Mars 1', 'medival', 'madnes medieval', 'maerchen', 'انتقام', 'انتقا', 'x17', '74', 'zzz']
const filters = fc.record(
  {
    text: fc.constantFrom(...TEXTS),
    type: fc.constantFrom('ss' as const, 'em' as const),
    manufacturer: fc.constantFrom(...MANUFACTURERS),
    decade: fc.constantFrom(1950, 1970, 1990, 2010),
    sort: fc.constantFrom('name' as const, 'newest' as const),
  },
  { requiredKeys: [] },
)
/** One field at a time, so that no other change of the same edit has a list loaded again. */
const fields = fc.oneof(
  fc.record({ name: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map(words => words.join(' ')) }),
  fc.record({ manufacturer: fc.constantFrom(...MANUFACTURERS) }),
  fc.record({ year: fc.option(fc.integer({ min: 1950, max: 2019 })) }),
  fc.record({ type: fc.constantFrom('ss' as const, 'em' as const) }),
  fc.record({ retired: fc.boolean() }),
  fc.record({ display: fc.constantFrom('dmd', 'lcd') }),
)
const edits = fc.record({ machine: fc.integer({ min: 0, max: 11 }), fields })

it('keeps every list as a new one would be, whatever is edited', async () => {
  const inputs: BrowseInput[] = [...TEXTS.map(text => ({ text })), ...fc.sample(filters, { numRuns: 40, seed: 5 })]
  const lists = [...new Map(inputs.map(input => [machinePageId(input), input])).values()]
  expect(lists.length).toBeGreaterThan(40)
  const subscriptions = await Promise.all(lists.map(input => editor.subscribe('machines.browse', input)))
  for (const { machine, fields } of fc.sample(edits, { numRuns: 50, seed: 6 })) {
    await editor.call('machines.edit', { machineId: machineIds[machine], ...fields })
    for (const input of lists) {
      const { text = '', type = null, manufacturer = null, decade = null, sort = 'name' } = input
      const filter = { text, type, manufacturer, decade, played: false, sort, page: 1, pageSize: 60 }
      const { rows, total } = await pageOfMachines(testApp.app.database.db, filter)
      const page = editor.documents('machinePages').get(machinePageId(input)) as unknown as MachinePageDoc
      expect([page.total, page.machineIds], JSON.stringify([input, fields])).toEqual([total, rows.map(({ id }) => id)])
    }
  }
  for (const subscription of subscriptions) await editor.unsubscribe(subscription)
})

it('loads only the lists again that show the edited machine, or that it may enter', async () => {
  const machineId = machineIds[0]!
  await editor.call('machines.edit', { machineId, name: 'Attack from Mars', manufacturer: 'Bally', year: 1995, type: 'ss', retired: false })
  const others: BrowseInput[] = [{ manufacturer: 'Stern Pinball' }, { decade: 1970 }, { type: 'em' }, { text: 'gorgar' }]
  for (let i = 0; i < 40; i++) others.push({ text: `x${i}` })
  const touched: BrowseInput[] = [{ text: 'attack' }, { manufacturer: 'Bally', type: 'ss' }, { text: 'reveng' }]
  await Promise.all([...others, ...touched].map(input => editor.subscribe('machines.browse', input)))
  const from = log.all.length
  await editor.call('machines.edit', { machineId, name: 'Revenge from Mars' })
  await testApp.settled()
  const loads = log.all.slice(from).filter(({ msg, sql }) => msg === 'statement' && /count\(\*\) AS total FROM machines/.test(String(sql)))
  expect(loads).toHaveLength(touched.length)
})
