import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { HookReceiver } from '../integration/fakes/hook-receiver.ts'
import { openPlayer, type Player } from './player.ts'
import { createSeededRandom } from './seeded.ts'
import { ServerProcess } from './server-process.ts'
import { withToolDatabase } from './tool-database.ts'

const SCORES = 1000
/** how many messages have arrived when the server is killed */
const KILLS = [200, 600]

const random = createSeededRandom(Number(process.env.CHAOS_SEED ?? 1))
let receiver: HookReceiver
let server: ServerProcess
let player: Player

beforeAll(async () => {
  receiver = await new HookReceiver().open()
  const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-hooks-'))
  chmodSync(dataDir, 0o755)
  server = new ServerProcess(dataDir, 'warn', { WEBHOOK_TARGETS: 'any' })
  await server.start()
  player = openPlayer(server.endpoint, random)
  await player.signUp('Owner')
}, 180_000)
afterAll(async () => {
  player.close()
  await server.killTree()
  await server.waitUntilEnded()
  await receiver.close()
  rmSync(server.dataDir, { recursive: true, force: true })
})

it('a server that is killed while it sends 1,000 messages loses none: all arrive in order, and one that comes again has the same id', async () => {
  const groupId = uuidv7()
  await player.client.call('groups.add', [{ _id: groupId, name: 'Club', visibility: 'private' }])
  const hook = { _id: uuidv7(), groupId, name: 'Bot', address: `${receiver.url}/hook`, types: ['score.submitted'] }
  await player.client.call('webhooks.add', [hook])
  const machineId = await withToolDatabase(server.dataDir, async ({ pool }) => {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM machines ORDER BY id LIMIT 1')
    return rows[0]!.id
  })
  const ids = Array.from({ length: SCORES }, () => uuidv7())
  // Calls that a kill interrupts are sent again by the client, with the same ids.
  const submitted = Promise.all(ids.map((_id, i) => player.client.call('scores.submit', [{ _id, machineId, value: 1000 + i }])))
  for (const count of KILLS) {
    await expect.poll(() => receiver.received.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(count)
    await server.killTree()
    await server.waitUntilEnded()
    await server.start()
  }
  await submitted
  const told = (): Map<string, string> => new Map(receiver.received.map(({ headers, body }) => [String(headers['webhook-id']), body]))
  await expect.poll(() => told().size, { timeout: 60_000, interval: 50 }).toBe(SCORES)
  // Messages by id, in the order in which each came first.
  const first = [...told().values()].map(body => (JSON.parse(body) as { data: { score: { id: string } } }).data.score.id)
  expect(new Set(first)).toEqual(new Set(ids))
  const receipts = await withToolDatabase(server.dataDir, async ({ pool }) => {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM scores WHERE id = ANY ($1) ORDER BY receipt', [ids])
    return rows.map(({ id }) => id)
  })
  expect(first).toEqual(receipts)
  for (const { headers, body } of receiver.received) expect(told().get(String(headers['webhook-id']))).toBe(body)
  console.info(`${receiver.received.length - SCORES} of ${SCORES} messages came a second time after ${KILLS.length} kills`)
}, 180_000)
