import SimpleDdp from 'simpleddp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Fields } from '../../src/ddp/wire/ejson.ts'
import { openStage, type Stage } from '../interop/stage.ts'
import { spread } from '../scale/spread.ts'
import { until } from '../scale/until.ts'
import { held, openPlayer, type Player } from './player.ts'
import { pick, seeded } from './seeded.ts'
import { Truth } from './truth.ts'
import { Viewer } from './viewer.ts'

const CUTS = 100
const SEED = Number(process.env.CHAOS_SEED ?? 1)
const random = seeded(SEED)
const WATCHED = ['boardRows', 'boards', 'scores']

let stage: Stage
let board: { machineId: string; window: 'all'; limit: number; verifiedOnly: boolean }
let recent: { machineId: string; limit: number }
let player: Player
let viewer: Viewer
let simple: SimpleDdp
/** the rival's scores that have not been removed */
const living: string[] = []
let last = 0
/** the number of handshakes of each client */
const hands = { ours: 0, simple: 0 }

beforeAll(async () => {
  stage = await openStage()
  const { machineId } = stage
  board = { machineId, window: 'all', limit: 50, verifiedOnly: false }
  recent = { machineId, limit: 5 }
  player = openPlayer(stage.endpoint, random)
  player.client.onOpen(() => void hands.ours++)
  viewer = new Viewer(player)
  viewer.watchBoard(board)
  viewer.watchRecent(recent)
  simple = new SimpleDdp({ endpoint: stage.endpoint, SocketConstructor: WebSocket, reconnectInterval: 20 })
  simple.on('connected', () => void hands.simple++)
  await simple.connect()
  const { machineId: _, ...rest } = board
  await simple.subscribe('boards.top', { scope: { machineId }, ...rest }).ready()
  await simple.subscribe('scores.recent', recent).ready()
})
afterAll(async () => {
  player.close()
  await simple.disconnect()
  await stage.close()
})

async function submit(): Promise<void> {
  last += 1 + Math.floor(random() * 10)
  living.push(await stage.rivalScores(last))
}

/** Adds, edits and removes scores. */
async function change(): Promise<void> {
  await submit()
  const { wire } = stage.rival
  await wire.call('scores.edit', { scoreId: pick(random, living), value: ++last, comment: `Ball ${last}` })
  if (living.length < 3) return
  const [removed] = living.splice(Math.floor(random() * living.length), 1)
  await wire.call('scores.remove', { scoreId: removed })
}

type Documents = Record<string, Record<string, Fields>>

/** The documents that the server would send to a new client. */
async function onServer(): Promise<Documents> {
  const { machineId, ...rest } = board
  const subscriptions = await stage.world.app.ddp.snapshot([
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
  Object.fromEntries(WATCHED.map(collection => [collection, Object.fromEntries(held(player.client, collection))]))
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

it(`[R6] ${CUTS} times the link of our client and of simpleddp is cut and they miss what happens: each time both hold what the server has, and nothing else`, async () => {
  for (let n = 0; n < 5; n++) await change()
  const times: number[] = []
  let missed = 0
  for (let round = 0; round < CUTS; round++) {
    const hint = `seed ${SEED}, cut ${round}`
    const before = { ...hands }
    if (round % 2 === 0) {
      stage.relay.refuse()
      await change()
      missed++
      if (random() < 0.5) await change()
      stage.relay.mend()
    } else {
      const changes = change()
      stage.relay.cut()
      await changes
    }
    const began = performance.now()
    await until(`both are back, ${hint}`, () => hands.ours > before.ours && hands.simple > before.simple)
    await stage.world.settled()
    await viewer.whole(board.machineId)
    const there = await onServer()
    expect(ours(), hint).toEqual(there)
    await vi.waitFor(() => expect(theirs(), hint).toEqual(there), { timeout: 10_000, interval: 5 })
    times.push(performance.now() - began)
    await viewer.expectTruth(await Truth.read(stage.world.app.database), hint)
  }
  expect(missed).toBe(CUTS / 2)
  console.info(`[R6] ${CUTS} cuts, ${hands.ours} and ${hands.simple} lines opened; both hold what the server has after ${spread(times)}`)
})
