import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pruneChangeLog } from '#platform/db/change-log/prune.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { verifyBoards } from '#scores/server/boards/verify-boards.ts'
import { scoreChanged } from '#scores/server/changes.ts'
import { insertScores, type NewScore } from '#scores/server/submit/submit-store.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, listMachines, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let machine: { id: string; name: string }
let [leaver, other]: TestUser[] = []

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ;[machine] = (await listMachines(testApp, 1)) as [{ id: string; name: string }]
  leaver = await signUp(testApp, 'Leaver-Lee')
  other = await signUp(testApp, 'Other-Otto')
})
afterAll(() => testApp.close())

const newScore = ({ id: userId }: TestUser, name: string, value: number): NewScore => ({
  ...{ id: uuidv7(), userId, username: name, displayName: name, machineId: machine.id, machineName: machine.name, value },
  achievedAt: Date.now(),
  windowed: true,
  comment: `A comment by ${name}`,
  location: `The bar of ${name}`,
  fingerprint: `fingerprint of ${name}`,
  answer: { scoreId: '', rank: 1, players: 1, personalBest: true, previousBest: null },
})

/** The rows of the change log that hold scores, as texts. */
async function rowsOfScores(): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`SELECT body::text AS body FROM feed WHERE kind = 'scores-submitted' ORDER BY n`.execute(
    testApp.app.database.db,
  )
  return rows.map(({ body }) => body)
}

describe('scores that one statement writes', () => {
  it('are one row of the change log, with a number for each', async () => {
    const { db } = testApp.app.database
    const entries = await insertScores(db, [newScore(leaver!, 'Leaver-Lee', 10), newScore(other!, 'Other-Otto', 20)])
    const { rows } = await sql<{ n: number; changes: number }>`SELECT n, changes FROM feed ORDER BY n DESC LIMIT 1`.execute(db)
    expect(rows).toEqual([{ n: entries[1]!.n, changes: 2 }])
    expect(entries[0]!.n).toBe(entries[1]!.n - 1)
    expect(entries.map(entry => scoreChanged.bodyOf(entry).score.value)).toEqual([10, 20])
  })

  it('leave nothing in the row of one that was not written', async () => {
    const gone = { ...leaver!, id: 'nobody' }
    const [entry] = await insertScores(testApp.app.database.db, [newScore(gone, 'Nobody-Ned', 30), newScore(other!, 'Other-Otto', 40)])
    expect(scoreChanged.bodyOf(entry!).score.value).toBe(40)
    const last = (await rowsOfScores()).at(-1)
    expect(last).toContain('Other-Otto')
    expect(last).not.toContain('Nobody-Ned')
  })

  it('lose what identifies a player who deletes the account, and keep what the others entered', async () => {
    await leaver!.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })
    const rows = (await rowsOfScores()).join('\n')
    expect(rows).not.toContain('Leaver-Lee')
    expect(rows).toContain('Deleted player')
    for (const kept of ['A comment by Other-Otto', 'The bar of Other-Otto', 'fingerprint of Other-Otto']) expect(rows).toContain(kept)
  })
})

it('of several equal scores of a player, a board shows the one with the smallest id, also when they are written together', async () => {
  const ties = await signUp(testApp, 'Tina')
  const viewer = await DdpTestClient.open(testApp.endpoint)
  await viewer.subscribe('boards.top', { scope: { machineId: machine.id } })
  const achievedAt = new Date(Date.now() - 60_000)
  const ids = [uuidv7(), uuidv7(), uuidv7()].sort()
  const submit = (_id: string): Promise<unknown> =>
    ties.client.call('scores.submit', { _id, machineId: machine.id, value: 333, achievedAt })
  const shown = (): unknown => [...viewer.documents('boardRows').values()].find(row => row.userId === ties.id)?.scoreId
  await submit(ids[0]!)
  await viewer.waitUntil(() => shown() === ids[0])
  await insertScores(
    testApp.app.database.db,
    ids.slice(1).map(id => ({ ...newScore(ties, 'Tina', 333), id, achievedAt: achievedAt.getTime() })),
  ).then(entries => testApp.app.changeLog.publish(entries))
  await submit(uuidv7())
  expect(shown()).toBe(ids[0])
  await viewer.close()
})

it('old changes are deleted from the log, and newer ones stay', async () => {
  const { database } = testApp.app
  const { rows } = await sql<{ n: number }>`SELECT max(n) - 1 AS n FROM feed`.execute(database.db)
  const { n } = rows[0]!
  await sql`UPDATE feed SET at = at - interval '2 hours' WHERE n <= ${n}`.execute(database.db)
  await pruneChangeLog(database)
  const left = await sql<{ n: number }>`SELECT n FROM feed ORDER BY n`.execute(database.db)
  expect(left.rows.map(row => row.n)).toEqual([n + 1])
})

it('recompute reports scores and bests that refer to nothing', async () => {
  const { database } = testApp.app
  expect((await verifyBoards(database)).differences).toEqual([])
  await sql`UPDATE scores SET user_id = 'nobody' WHERE user_id = ${other!.id}`.execute(database.db)
  const whats = (await verifyBoards(database)).differences.map(({ what }) => what)
  expect(whats).toContain('3 rows that refer to a user, machine, event or score that is not there')
})
