import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { verifyBoards } from '#scores/server/boards/verify-boards.ts'
import { DdpTestClient, type Document } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let moderator: TestUser
let machines: string[]

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada')
  bob = await signUp(testApp, 'Bob')
  moderator = await signUp(testApp, 'Mod')
  await grantRoles(testApp, moderator.id, ['moderator'])
  machines = (await listMachines(testApp, 40)).map(({ id }) => id)
})
afterAll(async () => {
  expect((await verifyBoards(testApp.app.database)).differences).toEqual([])
  await testApp.close()
})

const submit = async (machineId: string, value = 1000, { client } = ada): Promise<string> => {
  const _id = uuidv7()
  await client.call('scores.submit', { _id, machineId, value })
  return _id
}

/** Opens the page of a score for a visitor. */
async function pageOf(scoreId: string) {
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.subscribe('scores.one', { scoreId })
  const score = (): Document => client.documents('scores').get(scoreId)!
  const history = (): Document[] => [...client.documents('scoreHistory').values()].sort((a, b) => Number(a.at) - Number(b.at))
  return { client, score, history, reaches: (version: number) => client.waitUntil(() => score()?.version === version) }
}
const stored = async (scoreId: string) =>
  (
    await testApp.app.database.pool.query(
      `SELECT status, version, (SELECT count(*) FROM score_history WHERE score_id = s.id) AS history,
         (SELECT count(*) FROM score_flags WHERE score_id = s.id) AS flags, (SELECT count(*) FROM reports WHERE subject_id = s.id) AS reports
       FROM scores s WHERE id = $1`,
      [scoreId],
    )
  ).rows[0]
const flag = (scoreId: string, reason = 'That is the replay value.') => ({ scoreId, reason })
const verdict = (scoreId: string, version: number, status: string, reason?: string) => ({
  scoreId,
  version,
  status,
  ...(reason === undefined ? {} : { reason }),
})

describe('a flag', () => {
  it('makes an unverified score disputed, says why in the history but not who, and opens a report', async () => {
    const scoreId = await submit(machines.pop()!)
    const page = await pageOf(scoreId)
    expect(await bob.client.call('scores.flag', flag(scoreId))).toEqual({})
    await page.reaches(2)
    expect(page.score()).toMatchObject({ status: 'disputed', version: 2 })
    expect(page.history()).toMatchObject([
      { action: 'submitted', by: { userId: ada.id, username: 'Ada' } },
      { scoreId, action: 'flagged', by: null, changes: { status: ['unverified', 'disputed'] }, reason: 'That is the replay value.' },
    ])
    await moderator.client.subscribe('reports.list', { limit: 1 })
    expect([...moderator.client.documents('reports').values()]).toMatchObject([
      {
        kind: 'score',
        subjectId: scoreId,
        path: `/scores/${scoreId}`,
        reason: 'That is the replay value.',
        by: { userId: bob.id },
        label: expect.stringMatching(/^1,000 on .+ by Ada$/),
        state: 'open',
      },
    ])
    await page.client.close()
  })

  it('leaves a verified score verified, a rejected one rejected, and is told all the same', async () => {
    for (const status of ['verified', 'rejected']) {
      const scoreId = await submit(machines.pop()!)
      await moderator.client.call('scores.moderate', verdict(scoreId, 1, status))
      expect(await bob.client.call('scores.flag', flag(scoreId))).toEqual({})
      const page = await pageOf(scoreId)
      expect(page.score()).toMatchObject({ status, version: 3 })
      expect(page.history().at(-1)).toMatchObject({ action: 'flagged', by: null, changes: {} })
      expect(await stored(scoreId)).toMatchObject({ reports: 1 })
      await page.client.close()
    }
  })

  it('stands once a score and user, however often it is sent and at the same moment', async () => {
    const scoreId = await submit(machines.pop()!)
    const sent = [flag(scoreId), flag(scoreId, 'Again')].map(input => bob.client.tryCall('scores.flag', input))
    const answers = await Promise.all([...sent, moderator.client.tryCall('scores.flag', flag(scoreId))])
    expect(answers.map(({ error }) => error?.error ?? 'fine').sort()).toEqual([409, 'fine', 'fine'])
    expect(await bob.client.expectError('scores.flag', flag(scoreId))).toMatchObject({
      error: 409,
      reason: 'You have flagged this score already.',
    })
    expect(await stored(scoreId)).toEqual({ status: 'disputed', version: 3, history: 2, flags: 2, reports: 2 })
  })

  it('is not for one’s own score, not for visitors, and needs a score and 1 to 300 characters', async () => {
    const scoreId = await submit(machines.pop()!)
    const visitor = await DdpTestClient.open(testApp.endpoint)
    expect(await ada.client.expectError('scores.flag', flag(scoreId))).toMatchObject({
      error: 403,
      reason: 'You cannot flag your own score.',
    })
    expect(await visitor.expectError('scores.flag', flag(scoreId))).toMatchObject({ error: 401, reason: 'Please sign in first.' })
    expect(await bob.client.expectError('scores.flag', flag(uuidv7()))).toMatchObject({ error: 404, reason: 'There is no such score.' })
    for (const reason of [' ', 'x'.repeat(301)])
      expect(await bob.client.expectError('scores.flag', flag(scoreId, reason))).toMatchObject({
        error: 400,
        details: [{ path: 'reason' }],
      })
    expect(await stored(scoreId)).toEqual({ status: 'unverified', version: 1, history: 0, flags: 0, reports: 0 })
    await visitor.close()
  })
})

describe('a verdict', () => {
  it('is a moderator’s or an administrator’s, and others learn not even whether there is a score', async () => {
    const scoreId = await submit(machines.pop()!)
    const visitor = await DdpTestClient.open(testApp.endpoint)
    for (const id of [scoreId, uuidv7()]) {
      expect(await ada.client.expectError('scores.moderate', verdict(id, 1, 'verified'))).toMatchObject({
        error: 403,
        reason: 'Only a moderator may do this.',
      })
      expect(await visitor.expectError('scores.moderate', verdict(id, 1, 'verified'))).toMatchObject({ error: 401 })
    }
    expect(await stored(scoreId)).toMatchObject({ status: 'unverified', version: 1, history: 0 })
    expect(await moderator.client.expectError('scores.moderate', verdict(uuidv7(), 1, 'verified'))).toMatchObject({
      error: 404,
      reason: 'There is no such score.',
    })
    const admin = await signUp(testApp, 'Boss')
    await grantRoles(testApp, admin.id, ['admin'])
    expect(await admin.client.call('scores.moderate', verdict(scoreId, 1, 'verified'))).toEqual({})
    expect(await moderator.client.expectError('scores.moderate', verdict(scoreId, 2, 'disputed'))).toMatchObject({
      error: 400,
      details: [{ path: 'status', message: 'must be one of verified, rejected, unverified' }],
    })
    for (const client of [visitor, admin.client]) await client.close()
  })

  it('is on the version that was looked at: of two at once one is refused, and so is one on what has been corrected since', async () => {
    const scoreId = await submit(machines.pop()!)
    const changed = { error: 409, reason: 'This score has changed since you looked at it.' }
    const answers = await Promise.all(
      ['verified', 'rejected'].map(status => moderator.client.tryCall('scores.moderate', verdict(scoreId, 1, status))),
    )
    expect(answers.map(({ error }) => error?.error ?? 'fine')).toEqual(['fine', 409])
    const corrected = await submit(machines.pop()!)
    await ada.client.call('scores.edit', { scoreId: corrected, value: 2000 })
    expect(await moderator.client.expectError('scores.moderate', verdict(corrected, 1, 'verified'))).toMatchObject(changed)
    expect(await moderator.client.expectError('scores.moderate', verdict(corrected, 3, 'verified'))).toMatchObject(changed)
    expect(await stored(corrected)).toMatchObject({ status: 'unverified', version: 2, history: 1 })
    expect(await moderator.client.call('scores.moderate', verdict(corrected, 2, 'verified'))).toEqual({})
  })

  it('stands in the history with its reason and whose it was; the same one again adds nothing', async () => {
    const scoreId = await submit(machines.pop()!)
    const page = await pageOf(scoreId)
    await moderator.client.call('scores.moderate', verdict(scoreId, 1, 'rejected', 'The photo shows another machine.'))
    await moderator.client.call('scores.moderate', verdict(scoreId, 2, 'rejected', 'Again'))
    await moderator.client.call('scores.moderate', verdict(scoreId, 2, 'unverified'))
    await page.reaches(3)
    const by = { userId: moderator.id, username: 'Mod' }
    expect(page.history().slice(1)).toMatchObject([
      { action: 'moderated', by, changes: { status: ['unverified', 'rejected'] }, reason: 'The photo shows another machine.' },
      { action: 'moderated', by, changes: { status: ['rejected', 'unverified'] } },
    ])
    expect(page.history().at(-1)).not.toHaveProperty('reason')
    await page.client.close()
  })

  it('moves every board, total, plot and list at once: rejected leaves, taken back it returns', async () => {
    const machineId = machines.pop()!
    const [best, second, others] = [await submit(machineId, 3000), await submit(machineId, 2001), await submit(machineId, 2500, bob)]
    const client = await DdpTestClient.open(testApp.endpoint)
    for (const more of [{}, { verifiedOnly: true }, { window: 'day' }])
      await client.subscribe('boards.top', { scope: { machineId }, ...more })
    await client.subscribe('machines.one', { machineId })
    await client.subscribe('scores.recent', { machineId })
    for (const username of ['Ada', 'Bob']) await client.subscribe('players.one', { username })
    const board = (key: RegExp): unknown[] =>
      client
        .sortedIds('boardRows', (a, b) => Number(b.value) - Number(a.value))
        .map(id => client.documents('boardRows').get(id)!)
        .filter(row => key.test(String(row.board)))
        .map(({ scoreId, status }) => [scoreId, status])
    const all = (): unknown[] => board(/\/all\/-\/all$/)
    const today = (): unknown[] => board(/\/day\/.+\/all$/)
    const verified = (): unknown[] => board(/\/verified$/)
    const facts = (): unknown => {
      const { scores, players } = client.documents('machines').get(machineId)!
      const stats = client.documents('machineStats').get(machineId)!
      return { scores, players, best: stats.best, counted: stats.scores, zeros: stats.lastDigitZero }
    }
    const bestOf = ({ id }: TestUser): unknown => {
      const found = client.documents('playerBests').get(`${id}/${machineId}`)
      return found && [found.rank, found.value]
    }
    const moderate = async (scoreId: string, status: string): Promise<void> => {
      const { version } = (await stored(scoreId)) as { version: number }
      await moderator.client.call('scores.moderate', verdict(scoreId, version, status))
      await testApp.settled()
      await client.call('machines.search', { text: '' })
    }
    const unverified = [
      [best, 'unverified'],
      [others, 'unverified'],
    ]
    expect([all(), today(), verified()]).toEqual([unverified, unverified, []])
    expect(facts()).toEqual({ scores: 3, players: 2, best: 3000, counted: 3, zeros: 2 / 3 })

    await moderate(best, 'verified')
    expect(all()).toEqual([
      [best, 'verified'],
      [others, 'unverified'],
    ])
    expect(verified()).toEqual([[best, 'verified']])

    await moderate(best, 'rejected')
    const without = [
      [others, 'unverified'],
      [second, 'unverified'],
    ]
    expect([all(), today(), verified()]).toEqual([without, without, []])
    expect(facts()).toEqual({ scores: 2, players: 2, best: 2500, counted: 2, zeros: 0.5 })
    expect([bestOf(ada), bestOf(bob)]).toEqual([
      [2, 2001],
      [1, 2500],
    ])
    expect([...client.documents('scores').keys()].sort()).toEqual([second, others].sort())

    await moderate(second, 'rejected')
    expect(all()).toEqual([[others, 'unverified']])
    expect(facts()).toEqual({ scores: 1, players: 1, best: 2500, counted: 1, zeros: 1 })
    expect([bestOf(ada), bestOf(bob)]).toEqual([undefined, [1, 2500]])
    expect(client.documents('players').get(ada.id)).toMatchObject({
      scores: (
        (await testApp.app.database.pool.query(`SELECT count(*) AS n FROM scores WHERE user_id = $1 AND status <> 'rejected'`, [ada.id]))
          .rows[0] as { n: number }
      ).n,
    })

    await moderate(best, 'unverified')
    await moderate(second, 'verified')
    expect([all(), today()]).toEqual([unverified, unverified])
    expect(verified()).toEqual([[second, 'verified']])
    expect(facts()).toEqual({ scores: 3, players: 2, best: 3000, counted: 3, zeros: 2 / 3 })
    expect([bestOf(ada), bestOf(bob)]).toEqual([
      [1, 3000],
      [2, 2500],
    ])
    expect([...client.documents('scores').keys()].sort()).toEqual([best, second, others].sort())
    await client.close()
  })

  it('keeps totals right when what is rejected is corrected, taken back and removed', async () => {
    const machineId = machines.pop()!
    const [one, two] = [await submit(machineId, 1000), await submit(machineId, 500)]
    const tally = async (): Promise<unknown> =>
      (await testApp.app.database.pool.query('SELECT scores, players, zeros FROM machine_tallies WHERE machine_id = $1', [machineId]))
        .rows[0]
    await moderator.client.call('scores.moderate', verdict(one, 1, 'rejected'))
    expect(await ada.client.expectError('scores.edit', { scoreId: one, value: 1001 })).toMatchObject({ error: 403 })
    await moderator.client.call('scores.edit', { scoreId: one, value: 1001 })
    expect(await tally()).toEqual({ scores: 1, players: 1, zeros: 1 })
    await moderator.client.call('scores.moderate', verdict(one, 3, 'unverified'))
    expect(await tally()).toEqual({ scores: 2, players: 1, zeros: 1 })
    for (const scoreId of [one, two]) {
      const { version } = (await stored(scoreId)) as { version: number }
      await moderator.client.call('scores.moderate', verdict(scoreId, version, 'rejected'))
    }
    expect(await tally()).toEqual({ scores: 0, players: 0, zeros: 0 })
    await ada.client.call('scores.remove', { scoreId: two })
    await moderator.client.call('scores.remove', { scoreId: one })
    expect(await tally()).toEqual({ scores: 0, players: 0, zeros: 0 })
  })
})
