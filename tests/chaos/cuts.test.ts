import SimpleDdp from 'simpleddp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Fields } from '#ddp/wire/ejson.ts'
import { type InteropHarness, startInteropHarness } from '../interop/harness.ts'
import { formatPercentiles } from '../scale/spread.ts'
import { waitUntil } from '../scale/wait.ts'
import { DatabaseOracle } from './database-oracle.ts'
import { getDocuments, openPlayer, type Player } from './player.ts'
import { createSeededRandom, pickRandom } from './seeded.ts'
import { Viewer } from './viewer.ts'

const CUTS = 100
const SEED = Number(process.env.CHAOS_SEED ?? 1)
const random = createSeededRandom(SEED)
const WATCHED = ['boardRows', 'boards', 'scores']

let harness: InteropHarness
let board: { machineId: string; window: 'all'; limit: number; verifiedOnly: boolean }
let recent: { machineId: string; limit: number }
let player: Player
let viewer: Viewer
let simple: SimpleDdp
/** the rival's scores that have not been removed */
const activeScores: string[] = []
let last = 0
/** the number of handshakes of each client */
const handshakes = { ours: 0, simple: 0 }

beforeAll(async () => {
  harness = await startInteropHarness()
  const { machineId } = harness
  board = { machineId, window: 'all', limit: 50, verifiedOnly: false }
  recent = { machineId, limit: 5 }
  player = openPlayer(harness.endpoint, random)
  player.client.onOpen(() => void handshakes.ours++)
  viewer = new Viewer(player)
  viewer.watchBoard(board)
  viewer.watchRecent(recent)
  simple = new SimpleDdp({ endpoint: harness.endpoint, SocketConstructor: WebSocket, reconnectInterval: 20 })
  simple.on('connected', () => void handshakes.simple++)
  await simple.connect()
  const { machineId: _, ...rest } = board
  await simple.subscribe('boards.top', { scope: { machineId }, ...rest }).ready()
  await simple.subscribe('scores.recent', recent).ready()
})
afterAll(async () => {
  player.close()
  await simple.disconnect()
  await harness.close()
})

async function submit(): Promise<void> {
  last += 1 + Math.floor(random() * 10)
  activeScores.push(await harness.submitAsRival(last))
}

/** Adds, edits and removes scores. */
async function change(): Promise<void> {
  await submit()
  const { client } = harness.rival
  await client.call('scores.edit', { scoreId: pickRandom(random, activeScores), value: ++last, comment: `Ball ${last}` })
  if (activeScores.length < 3) return
  const [removed] = activeScores.splice(Math.floor(random() * activeScores.length), 1)
  await client.call('scores.remove', { scoreId: removed })
}

type Documents = Record<string, Record<string, Fields>>

/** The documents that the server would send to a new client. */
async function onServer(): Promise<Documents> {
  const { machineId, ...rest } = board
  const subscriptions = await harness.testApp.app.ddp.snapshot([
    { name: 'boards.top', params: [{ scope: { machineId }, ...rest }] },
    { name: 'scores.recent', params: [recent] },
  ])
  const all: Documents = Object.fromEntries(WATCHED.map(collection => [collection, {}]))
  for (const { collection, id, fields } of subscriptions.flatMap(({ documents }) => documents)) {
    const documents = all[collection]!
    documents[id] = { ...documents[id], ...fields }
  }
  return all
}

const ours = (): Documents =>
  Object.fromEntries(WATCHED.map(collection => [collection, Object.fromEntries(getDocuments(player.client, collection))]))
const theirs = (): Documents =>
  Object.fromEntries(
    WATCHED.map(collection => [
      collection,
      Object.fromEntries(
        simple
          .collection(collection)
          .fetch()
          .map(({ id, ...fields }) => [id, fields as Fields]),
      ),
    ]),
  )

it(`[R6] ${CUTS} times the connections of our client and of simpleddp are closed and they miss changes: each time both end with exactly the documents of the server`, async () => {
  for (let n = 0; n < 5; n++) await change()
  const times: number[] = []
  let missed = 0
  for (let round = 0; round < CUTS; round++) {
    const hint = `seed ${SEED}, cut ${round}`
    const before = { ...handshakes }
    if (round % 2 === 0) {
      harness.proxy.refuseConnections()
      await change()
      missed++
      if (random() < 0.5) await change()
      harness.proxy.restore()
    } else {
      const changes = change()
      harness.proxy.closeConnections()
      await changes
    }
    const startedAt = performance.now()
    await waitUntil(`both are back, ${hint}`, () => handshakes.ours > before.ours && handshakes.simple > before.simple)
    await harness.testApp.settled()
    await viewer.waitUntilSynced(board.machineId)
    const there = await onServer()
    expect(ours(), hint).toEqual(there)
    await vi.waitFor(() => expect(theirs(), hint).toEqual(there), { timeout: 10_000, interval: 5 })
    times.push(performance.now() - startedAt)
    await viewer.expectMatchesDatabase(await DatabaseOracle.read(harness.testApp.app.database), hint)
  }
  expect(missed).toBe(CUTS / 2)
  console.info(
    `[R6] ${CUTS} cuts, ${handshakes.ours} and ${handshakes.simple} lines opened; both hold what the server has after ${formatPercentiles(times)}`,
  )
})
