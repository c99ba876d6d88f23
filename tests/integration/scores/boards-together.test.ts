import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { orderedBoard } from '#scores/server/boards/board-store.ts'
import { BoardWatch } from '#scores/server/boards/board-watch.ts'
import { groupMachines } from '#scores/server/boards/read-boards.ts'
import { callMethod, openPlayer } from '../../chaos/player.ts'
import { createSeededRandom } from '../../chaos/seeded.ts'
import { Submitter } from '../../chaos/submitter.ts'
import { makeReadsUnreliable } from '../../chaos/unreliable-reads.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { listMachines } from '../helpers/users.ts'

const MACHINES = 130
const random = createSeededRandom(40)

let testApp: TestApp
let machines: string[]
let submitters: Submitter[]

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  machines = (await listMachines(testApp, MACHINES)).map(({ id }) => id)
  submitters = await Promise.all(
    ['Ann', 'Ben', 'Cat'].map(async name => {
      const player = openPlayer(testApp.endpoint, random)
      return new Submitter({ player, userId: await player.signUp(name), random })
    }),
  )
})
afterAll(async () => {
  for (const { player } of submitters) player.close()
  await testApp.close()
})
beforeEach(() => void testApp.app.features.scores.boards.clear())

const watchAll = (): BoardWatch[] =>
  machines.map(machineId => new BoardWatch(testApp.app.features.scores.boards, { machineId, window: 'all', verifiedOnly: false }, () => {}))

/** Compares every watched board and its totals with the scores. */
async function expectTrue(watches: readonly BoardWatch[]): Promise<void> {
  const { database } = testApp.app
  for (const { current } of watches) {
    const { board, spec, totals } = current!.board
    const rows = board.rows(board.players).map(({ id, value, achievedAt }) => ({ userId: id, value, achievedAt }))
    expect(rows).toEqual(await orderedBoard(database.db, spec))
    const tally = await database.db
      .selectFrom('machine_tallies')
      .select(['scores', 'players', 'zeros'])
      .where('machine_id', '=', spec.machineId)
      .executeTakeFirst()
    expect(totals).toEqual(tally ?? { scores: 0, players: 0, zeros: 0 })
  }
}

const submitSome = (calls: number): Promise<unknown> =>
  Promise.all(
    submitters.map(async submitter => {
      for (let i = 0; i < calls; i++) await submitter.callRandomMethod(machines.slice(0, 8), [undefined])
    }),
  )

it('boards that are read together are true to the scores that are submitted, corrected and removed meanwhile', async () => {
  const { boards } = testApp.app.features.scores
  for (let round = 0; round < 12; round++) {
    const watches = watchAll()
    const work = submitSome(4)
    // Two views that open at once want the same boards, in another order.
    const again = watchAll().reverse()
    await Promise.all([BoardWatch.refreshAll(boards, watches), BoardWatch.refreshAll(boards, again)])
    await work
    await testApp.app.changeLog.catchUp()
    await BoardWatch.refreshAll(boards, watches)
    await expectTrue(watches.slice(0, 12))
    for (const watch of [...watches, ...again]) watch.close()
    expect(boards.clear()).toBeGreaterThanOrEqual(MACHINES)
  }
  expect(submitters.flatMap(({ violations }) => violations)).toEqual([])
})

it('a score that is removed after the snapshot was read, and before its boards are there, is on none of them', async () => {
  const { database, features } = testApp.app
  const { player, userId } = submitters[0]!
  const [scoreId, machineId] = [uuidv7(), machines.at(-1)!]
  await callMethod(player, 'scores.submit', { _id: scoreId, machineId, value: 5000 })
  features.scores.boards.clear()
  const { readSnapshot } = database
  database.readSnapshot = async (...all) => {
    database.readSnapshot = readSnapshot
    const answer = await readSnapshot(...all)
    await callMethod(player, 'scores.remove', { scoreId })
    return answer
  }
  const watches = watchAll().slice(-100)
  await BoardWatch.refreshAll(features.scores.boards, watches)
  expect(watches.at(-1)!.current!.board.board.bestOf(userId)).toBe(null)
  await expectTrue(watches.slice(-1))
  for (const watch of watches) watch.close()
})

it('a hundred boards that are not in memory take one snapshot', async () => {
  const { database, features } = testApp.app
  const { readSnapshot } = database
  let snapshots = 0
  database.readSnapshot = (...all) => {
    snapshots++
    return readSnapshot(...all)
  }
  const watches = watchAll().slice(0, 100)
  try {
    await BoardWatch.refreshAll(features.scores.boards, watches)
  } finally {
    database.readSnapshot = readSnapshot
  }
  expect(snapshots).toBe(1)
  await expectTrue(watches.slice(0, 12))
  for (const watch of watches) watch.close()
})

it('boards whose reading failed are read again when they are asked for again', async () => {
  const { boards } = testApp.app.features.scores
  const watches = watchAll().slice(0, 100)
  const reads = makeReadsUnreliable(testApp, () => 0)
  await expect(BoardWatch.refreshAll(boards, watches)).rejects.toThrow('Connection terminated unexpectedly')
  reads.stop()
  await BoardWatch.refreshAll(boards, watches)
  await expectTrue(watches.slice(0, 12))
  for (const watch of watches) watch.close()
})

it('boards with few players are read in groups, those with many by themselves', async () => {
  const { database } = testApp.app
  const ids = (await listMachines(testApp, 260)).map(({ id }) => id)
  const large = ids[3]!
  const players = new Map(ids.map((id, i) => [id, id === large ? 1_000_000 : i < 30 ? 1500 : 1]))
  await database.db.deleteFrom('machine_tallies').execute()
  await database.db
    .insertInto('machine_tallies')
    .values([...players].map(([machine_id, count]) => ({ machine_id, scores: count, players: count, zeros: 0 })))
    .execute()
  const groups = await groupMachines(database, [...ids, 'never played'])
  expect(groups.flat().sort()).toEqual([...ids, 'never played'].sort())
  expect(groups.find(group => group.includes(large))).toEqual([large])
  for (const group of groups.filter(each => !each.includes(large))) {
    expect(group.length).toBeLessThanOrEqual(100)
    expect(group.reduce((sum, id) => sum + (players.get(id) ?? 0), 0)).toBeLessThanOrEqual(20_000)
  }
  // 29 with 1,500 players each take three groups, of which the last has room for others; the other 230 machines have one player or none.
  expect(groups.length).toBe(6)
})
