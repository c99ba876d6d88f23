import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { Board } from '#ranking/board.ts'
import { compareRows, rankRows } from '#scores/rules.ts'
import { loadBoard, orderedBoard } from '#scores/server/boards/board-store.ts'
import { verifyBoards } from '#scores/server/boards/verify-boards.ts'
import { insertScores } from '#scores/server/submit/submit-store.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp } from '../helpers/users.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const PLAYERS = 12

/** The ranks of rows in board order, such as 1, 2, 2, 4: one more than the number of rows with a higher value. */
const competitionRanks = (rows: readonly { value: number }[]): number[] =>
  rows.map(({ value }) => 1 + rows.filter(other => other.value > value).length)

let testApp: TestApp
let machines: string[]
let users: string[]

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  machines = (await listMachines(testApp, 200)).map(({ id }) => id)
  users = Array.from({ length: PLAYERS }, uuidv7)
  await testApp.app.database.pool.query(
    `INSERT INTO users (id, username, username_key, display_name) SELECT u, u, u, u FROM unnest($1::text[]) u`,
    [users],
  )
})
afterAll(() => testApp.close())

/**
 * Returns a UUIDv7 that does not depend on when it was made. Of a player's
 * games with equal value and time, the one with the smaller id is the best.
 */
const unorderedId = (): string => `0190f7a2-1c6b-7abc-8abc-${uuidv7().slice(-12)}`

const games = fc.array(
  fc.record({
    player: fc.nat(PLAYERS - 1),
    value: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(2 ** 53 - 1, 2 ** 53 - 2, 10)),
    at: fc.integer({ min: -2, max: 2 }),
    state: fc.constantFrom('unverified', 'unverified', 'verified', 'disputed', 'rejected', 'removed'),
    windowed: fc.boolean(),
  }),
  { maxLength: 60 },
)

it('orders every board alike in SQL, in the index and on the page, however many tie', async () => {
  const { database } = testApp.app
  await fc.assert(
    fc.asyncProperty(games, fc.boolean(), async (played, isReadAsLarge) => {
      const machineId = machines.pop()!
      const rows = played.map(({ player, value, at, windowed }) => ({
        id: uuidv7(),
        userId: users[player]!,
        username: '',
        displayName: '',
        machineId,
        machineName: '',
        value,
        achievedAt: NOON + at,
        windowed,
        comment: null,
        location: null,
        fingerprint: '',
        answer: { scoreId: '', rank: 1, players: 1, personalBest: true, previousBest: null },
      }))
      await insertScores(database.db, rows)
      for (const verifiedOnly of [false, true]) {
        for (const bounds of [null, { from: NOON - 1, to: NOON + 2 }]) {
          const spec = { machineId, bounds, verifiedOnly }
          const inSql = await orderedBoard(database.db, spec)
          const board = new Board(0)
          const table = bounds === null && !verifiedOnly ? 'bests' : 'scores'
          await database.readSnapshot(async tx => {
            for await (const rows of loadBoard(tx, spec, table, isReadAsLarge ? 1_000_000 : 0))
              for (const { userId, ...best } of rows) board.load({ id: userId, ...best })
          })
          const inIndex = board.rows(board.players).map(({ id, ...best }) => ({ userId: id, ...best }))
          const onPage = inSql
            .map(row => ({ ...row, achievedAt: new Date(row.achievedAt) }))
            .reverse()
            .sort(compareRows)
          expect(inIndex).toEqual(inSql)
          expect(onPage.map(({ userId }) => userId)).toEqual(inSql.map(({ userId }) => userId))
          expect(rankRows(onPage)).toEqual(competitionRanks(inSql))
          expect(inSql.map(({ userId }) => board.place(userId)!.rank)).toEqual(competitionRanks(inSql))
        }
      }
    }),
    { seed: 20_261_121, numRuns: 30 },
  )
  expect((await verifyBoards(database)).differences).toEqual([])
})

it('keeps bests, totals, index and what is shown true to the scores under any submits, edits, removes, flags and verdicts', async () => {
  const { database } = testApp.app
  const players = await Promise.all(['Ann', 'Ben', 'Cat'].map(name => signUp(testApp, name)))
  const moderator = await signUp(testApp, 'Mod')
  await grantRoles(testApp, moderator.id, ['moderator'])
  const machineIds = machines.splice(0, 2)
  const viewer = await DdpTestClient.open(testApp.endpoint)
  const subscribeAll = async (client: DdpTestClient): Promise<void> => {
    for (const machineId of machineIds) {
      for (const more of [{}, { limit: 2 }, { window: 'day' }, { verifiedOnly: true }, { window: 'day', verifiedOnly: true }])
        await client.subscribe('boards.top', { scope: { machineId }, ...more })
      await client.subscribe('machines.one', { machineId })
    }
    await client.subscribe('scores.recent', { limit: 5 })
    for (const { username } of players) await client.subscribe('players.one', { username })
  }
  await subscribeAll(viewer)
  const step = fc.record({
    player: fc.nat(2),
    machine: fc.nat(1),
    value: fc.integer({ min: 1, max: 6 }),
    ago: fc.constantFrom(0, 1000, 1000, 2 * 86_400_000),
    what: fc.constantFrom('submit', 'submit', 'submit', 'edit', 'remove', 'flag', 'verified', 'rejected', 'unverified'),
    which: fc.nat(100),
  })
  const judge = async (scoreId: string, status: string): Promise<void> => {
    const { rows } = await sql<{ version: number }>`SELECT version FROM scores WHERE id = ${scoreId}`.execute(database.db)
    const version = rows[0]?.version ?? 1
    await moderator.client.tryCall('scores.moderate', { scoreId, version, status })
  }
  const now = Date.now()
  const standing: { player: number; scoreId: string }[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async steps => {
      await Promise.all(
        steps.map(async ({ player, machine, value, ago, what, which }) => {
          const own = standing.filter(each => each.player === player)
          const target = own[which % Math.max(1, own.length)]
          const any = standing[which % Math.max(1, standing.length)]
          const { client } = players[player]!
          if (what === 'submit' || target === undefined) {
            const _id = unorderedId()
            await client.call('scores.submit', { _id, machineId: machineIds[machine], value, achievedAt: new Date(now - ago) })
            standing.push({ player, scoreId: _id })
          } else if (what === 'flag') await client.tryCall('scores.flag', { scoreId: any!.scoreId, reason: 'Hm' })
          else if (what === 'verified' || what === 'rejected' || what === 'unverified') await judge(any!.scoreId, what)
          else if (what === 'edit') await client.tryCall('scores.edit', { scoreId: target.scoreId, value })
          else {
            standing.splice(standing.indexOf(target), 1)
            await client.call('scores.remove', { scoreId: target.scoreId })
          }
        }),
      )
    }),
    { seed: 20_261_121, numRuns: 15 },
  )
  // Which scores a step finds depends on the order of the answers, so that one of each status is made for certain.
  for (const [i, status] of ['verified', 'rejected', 'unverified', 'disputed'].entries()) {
    const scoreId = unorderedId()
    await players[0]!.client.call('scores.submit', { _id: scoreId, machineId: machineIds[0], value: i + 1, achievedAt: new Date(now) })
    if (status === 'disputed') await players[1]!.client.call('scores.flag', { scoreId, reason: 'Hm' })
    else if (status !== 'unverified') await judge(scoreId, status)
  }
  expect((await verifyBoards(database)).differences).toEqual([])
  const { rows: statuses } = await sql<{
    status: string
  }>`SELECT DISTINCT status FROM scores WHERE removed_at IS NULL AND machine_id = ANY (${machineIds}::text[])`.execute(database.db)
  expect(statuses.map(({ status }) => status).sort()).toEqual(['disputed', 'rejected', 'unverified', 'verified'])
  await viewer.call('machines.search', { text: '' })
  const collections = ['boardRows', 'boards', 'machineStats', 'machines', 'playerBests', 'players', 'scores']
  const shown = (client: DdpTestClient) =>
    Object.fromEntries(collections.map(name => [name, Object.fromEntries([...client.documents(name)].sort())]))
  const live = shown(viewer)
  await testApp.restart()
  const newClient = await DdpTestClient.open(testApp.endpoint)
  await subscribeAll(newClient)
  expect(live).toEqual(shown(newClient))
  const { rows } = await sql<{ gaps: number }>`SELECT max(n) - sum(changes) AS gaps FROM feed`.execute(testApp.app.database.db)
  expect(rows).toEqual([{ gaps: 0 }])
})

it('shows the same score for a player whose best was equalled to the millisecond, live and afresh', async () => {
  const { client } = await signUp(testApp, 'Twin')
  const machineId = machines.pop()!
  const [smaller, greater] = [unorderedId(), unorderedId()].sort()
  const achievedAt = new Date(Date.now() - 5000)
  await client.subscribe('boards.top', { scope: { machineId } })
  for (const _id of [greater, smaller]) await client.call('scores.submit', { _id, machineId, value: 7, achievedAt })
  const live = [...client.documents('boardRows')]
  await testApp.restart()
  const newClient = await DdpTestClient.open(testApp.endpoint)
  await newClient.subscribe('boards.top', { scope: { machineId } })
  expect(live).toEqual([...newClient.documents('boardRows')])
})
