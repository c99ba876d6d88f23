import fc from 'fast-check'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tables } from '#platform/db/schema.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { PlayerEventDoc, PlayerFormDoc, PlayerSummaryDoc } from '#players/contract/summary.ts'
import { dayNumber } from '#players/rules/calendar.ts'
import type { ProgressDoc } from '#scores/contract/scores.ts'
import { countUserScores } from '#scores/server/store.ts'
import { mostPlayed, progressPoints } from '#scores/server/views/player-progress.ts'
import { countByDay } from '#scores/server/views/player-summary.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent, createEventTestApp, HOUR } from '../helpers/events.ts'
import { addToGroup, createGroup } from '../helpers/groups.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import { digestPassword, grantRoles, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const DAY = 24 * HOUR

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let ada: TestUser
let bob: TestUser
let moderator: TestUser

beforeAll(async () => {
  let players: TestUser[]
  ;({ testApp, clock, machines, director, players } = await createEventTestApp(['Ada', 'Bob', 'Mod'], 3))
  ;[ada, bob, moderator] = players as [TestUser, TestUser, TestUser]
  await grantRoles(testApp, moderator.id, ['moderator'])
})
afterAll(() => testApp.close())

const submit = async (player: TestUser, value: number, more: object = {}): Promise<string> => {
  const _id = uuidv7()
  await player.client.call('scores.submit', { _id, machineId: machines[0], value, ...more })
  return _id
}

/** Opens the page of a player, for a visitor unless a client is given. */
async function pageOf(player: TestUser, client?: DdpTestClient) {
  const reader = client ?? (await DdpTestClient.open(testApp.endpoint))
  const { error } = await reader.subscribe('players.summary', { username: player.username })
  expect(error).toBeNull()
  await reader.subscribe('players.one', { username: player.username })
  for (const machineId of machines) await reader.subscribe('players.progress', { username: player.username, machineId })
  const summary = () => reader.documents('playerSummaries').get(player.id) as unknown as PlayerSummaryDoc
  const form = () =>
    ([...reader.documents('playerForm').values()] as unknown as PlayerFormDoc[])
      .filter(({ userId }) => userId === player.id)
      .sort((a, b) => a.receipt - b.receipt)
  const events = () =>
    ([...reader.documents('playerEvents').values()] as unknown as PlayerEventDoc[])
      .filter(({ userId }) => userId === player.id)
      .sort((a, b) => Number(b.startsAt) - Number(a.startsAt))
  const scores = () => reader.documents('players').get(player.id)?.scores
  const progress = () =>
    machines.map(
      machineId => (reader.documents('progress').get(`${player.id}/${machineId}`) as unknown as ProgressDoc | undefined)?.points ?? [],
    )
  return { client: reader, summary, form, events, scores, progress, today: () => summary().days.at(-1)! }
}

/** Computes the same as the publication, from all rows of a player and without any of its statements. */
async function recompute(userId: string) {
  const { rows } = await testApp.app.database.pool.query<{
    id: string
    machine_id: string
    value: number
    achieved_at: Date
    receipt: number
    ok: boolean
  }>(
    `SELECT id, machine_id, value::float8 AS value, achieved_at, receipt::int AS receipt,
       removed_at IS NULL AND status <> 'rejected' AND NOT under_review AS ok FROM scores WHERE user_id = $1 ORDER BY receipt`,
    [userId],
  )
  const counted = rows.filter(({ ok }) => ok)
  const { rows: bests } = await testApp.app.database.pool.query<{ machine_id: string; user_id: string; value: number }>(
    `SELECT machine_id, user_id, max(value)::float8 AS value FROM scores
     WHERE removed_at IS NULL AND status <> 'rejected' AND NOT under_review GROUP BY 1, 2`,
  )
  const today = new Date(new Date(clock.now()).toISOString().slice(0, 10))
  const first = new Date(today.getTime() - (((today.getUTCDay() + 6) % 7) + 364) * DAY)
  const days: number[] = []
  for (let at = first.getTime(); at <= today.getTime(); at += DAY) {
    const text = new Date(at).toISOString().slice(0, 10)
    days.push(counted.filter(({ achieved_at }) => achieved_at.toISOString().startsWith(text)).length)
  }
  const form = counted.slice(-10).map(({ machine_id, value }) => {
    const board = bests.filter(best => best.machine_id === machine_id)
    const below = board.filter(best => best.value < value).length
    return board.length > 1 ? Math.round((100 * below) / board.length) : undefined
  })
  const progress = machines.map(machineId => {
    const played = counted.filter(({ machine_id }) => machine_id === machineId)
    played.sort((a, b) => a.achieved_at.getTime() - b.achieved_at.getTime() || (a.id < b.id ? -1 : 1))
    return progressPoints({ times: played.map(({ achieved_at }) => achieved_at.getTime()), values: played.map(({ value }) => value) })
  })
  return { firstDay: first.toISOString().slice(0, 10), days, form, scores: counted.length, progress }
}

it('a player without scores has an empty year, no form and no events', async () => {
  const page = await pageOf(bob)
  expect(page.summary()).toMatchObject({ events: 0, eventsWon: 0 })
  expect(page.summary().days.every(scores => scores === 0)).toBe(true)
  expect(page.form()).toEqual([])
  expect(page.events()).toEqual([])
})

it('a year, a form, a count and progress are what plain SQL says, whatever has been submitted, corrected, removed, rejected or verified', async () => {
  const page = await pageOf(ada)
  const other = await pageOf(bob)
  const step = fc.record({
    who: fc.constantFrom<'ada' | 'bob'>('ada', 'ada', 'bob'),
    machine: fc.nat(2),
    value: fc.integer({ min: 100, max: 900 }),
    daysAgo: fc.oneof(fc.nat(3), fc.integer({ min: 360, max: 375 }), fc.nat(400)),
    action: fc.constantFrom('nothing', 'nothing', 'correct', 'remove', 'reject', 'verify'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async steps => {
      for (const { who, machine, value, daysAgo, action } of steps) {
        const player = who === 'ada' ? ada : bob
        const at = new Date(clock.now() - daysAgo * DAY)
        const scoreId = await submit(player, value, { machineId: machines[machine], achievedAt: at })
        if (action === 'correct') await player.client.call('scores.edit', { scoreId, value: 1000 - value })
        if (action === 'remove') await player.client.call('scores.remove', { scoreId })
        if (action === 'reject') await moderator.client.call('scores.moderate', { scoreId, version: 1, status: 'rejected', reason: 'No.' })
        if (action === 'verify') await moderator.client.call('scores.moderate', { scoreId, version: 1, status: 'verified' })
      }
      await testApp.settled()
      for (const [player, shown] of [
        [ada, page],
        [bob, other],
      ] as const) {
        const expected = await recompute(player.id)
        await shown.client.waitUntil(() => JSON.stringify(shown.summary().days) === JSON.stringify(expected.days))
        const form = () => shown.form().map(({ percentile }) => (percentile === undefined ? undefined : Math.round(percentile)))
        await shown.client.waitUntil(() => JSON.stringify(form()) === JSON.stringify(expected.form))
        await shown.client.waitUntil(() => JSON.stringify(shown.progress()) === JSON.stringify(expected.progress))
        await shown.client.waitUntil(() => shown.scores() === expected.scores)
        // A new reader is told the same as one who has followed the changes.
        const fresh = await pageOf(player)
        expect(fresh.summary()).toEqual(shown.summary())
        expect(fresh.form()).toEqual(shown.form())
        expect(fresh.summary()).toMatchObject({ firstDay: expected.firstDay, days: expected.days })
        fresh.client.close()
      }
    }),
    { numRuns: 8 },
  )
})

it('a score under review is left out until it is released', async () => {
  for (const name of ['Held 1', 'Held 2', 'Held 3']) await submit(await signUp(testApp, name), 500)
  const cyd = await signUp(testApp, 'Cyd')
  const page = await pageOf(cyd)
  const scoreId = await submit(cyd, 9_000_000_000_000)
  const { rows } = await testApp.app.database.pool.query('SELECT under_review FROM scores WHERE id = $1', [scoreId])
  await testApp.settled()
  const isHeld = rows[0].under_review === true
  expect(page.today()).toBe(isHeld ? 0 : 1)
  expect(page.form()).toHaveLength(isHeld ? 0 : 1)
  if (isHeld) await moderator.client.call('scores.moderate', { scoreId, version: 1, status: 'verified' })
  await page.client.waitUntil(() => page.today() === 1 && page.form().length === 1)
})

it('an event is there from its beginning, and says the place when it is over, live', async () => {
  const dan = await signUp(testApp, 'Dan')
  const eve = await signUp(testApp, 'Eve')
  const page = await pageOf(dan)
  const facts = { format: { kind: 'high-score' } as const, machineIds: machines, startsAt: HOUR, endsAt: 2 * HOUR }
  const eventId = await createEvent(director, clock.now(), facts)
  await dan.client.call('events.join', { eventId })
  await eve.client.call('events.join', { eventId })
  await testApp.settled()
  expect(page.events()).toEqual([])
  clock.set(clock.now() + HOUR + 1000)
  await page.client.waitUntil(() => page.events().length === 1)
  expect(page.events()[0]).toMatchObject({ eventId, state: 'live', players: 2 })
  expect(page.events()[0]).not.toHaveProperty('rank')
  expect(page.summary()).toMatchObject({ events: 1, eventsWon: 0 })
  await submit(dan, 700, { eventId })
  await submit(eve, 600, { eventId })
  clock.set(clock.now() + HOUR)
  await page.client.waitUntil(() => page.events()[0]?.rank === 1)
  expect(page.events()[0]).toMatchObject({ state: 'finished', players: 2 })
  expect(page.summary()).toMatchObject({ events: 1, eventsWon: 1 })
  const second = await pageOf(eve)
  expect(second.events()).toMatchObject([{ eventId, rank: 2 }])
  expect(second.summary()).toMatchObject({ events: 1, eventsWon: 0 })
  const { rows } = await testApp.app.database.pool.query<{ id: string }>('SELECT id FROM scores WHERE user_id = $1', [dan.id])
  await director.client.call('scores.moderate', { scoreId: rows[0]!.id, version: 1, status: 'rejected', reason: 'No.' })
  await second.client.waitUntil(() => second.events()[0]?.rank === 1)
  // Dan has played nothing that counts.
  await page.client.waitUntil(() => page.events()[0] !== undefined && !('rank' in page.events()[0]!))
})

it('an event of a private group is on no player’s page, not even for its members, and leaves it when the group becomes private', async () => {
  const owner = await signUp(testApp, 'Owner')
  await grantRoles(testApp, owner.id, ['event-director'])
  const fay = await signUp(testApp, 'Fay')
  const publicGroup = await createGroup(owner, 'public', 'Open house')
  const privateGroup = await createGroup(owner, 'private', 'Xanadu')
  for (const groupId of [publicGroup, privateGroup]) await addToGroup(owner, groupId, fay)
  const facts = { format: { kind: 'high-score' } as const, machineIds: machines }
  const open = await createEvent(owner, clock.now(), { ...facts, groupId: publicGroup })
  const hidden = await createEvent(owner, clock.now(), { ...facts, groupId: privateGroup })
  for (const eventId of [open, hidden]) await submit(fay, 100, { eventId })
  await testApp.settled()
  const visitor = await pageOf(fay)
  const member = await pageOf(fay, owner.client)
  for (const page of [visitor, member]) {
    expect(page.events().map(({ eventId }) => eventId)).toEqual([open])
    expect(page.summary()).toMatchObject({ events: 1 })
  }
  expect(visitor.client.frames.join('\n')).not.toContain(hidden)
  await owner.client.call('groups.edit', { groupId: publicGroup, visibility: 'private' })
  await visitor.client.waitUntil(() => visitor.events().length === 0 && visitor.summary().events === 0)
  const late = await pageOf(fay)
  expect(late.events()).toEqual([])
  expect(late.client.frames.join('\n')).not.toContain(open)
  await owner.client.call('groups.edit', { groupId: publicGroup, visibility: 'public' })
  await visitor.client.waitUntil(() => visitor.events().length === 1 && visitor.summary().events === 1)
})

it('the calendar moves on at midnight UTC', async () => {
  const gil = await signUp(testApp, 'Gil')
  await submit(gil, 100)
  const page = await pageOf(gil)
  const { days, firstDay } = page.summary()
  expect(page.today()).toBe(1)
  clock.set((Math.floor(clock.now() / DAY) + 1) * DAY + 1000)
  await page.client.waitUntil(() => page.today() === 0)
  const moved = page.summary()
  expect([days.length + 1, 7 * 52 + 1]).toContain(moved.days.length)
  expect(moved.days.length === 7 * 52 + 1).toBe(moved.firstDay !== firstDay)
  await submit(gil, 200)
  await page.client.waitUntil(() => page.today() === 1)
})

it('a player who is gone has no summary, and one whose scores were erased has none left', async () => {
  const hal = await signUp(testApp, 'Hal')
  await submit(hal, 100)
  const page = await pageOf(hal)
  expect(page.today()).toBe(1)
  await hal.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })
  await page.client.waitUntil(() => page.form().length === 0 && page.today() === 0)
  const { error } = await page.client.subscribe('players.summary', { username: 'hal' })
  expect(error).toMatchObject({ error: 404 })
})

it('what is shown of a player with many scores is counted from the index of boards, and a new score is added in place', async () => {
  const { pool } = testApp.app.database
  const lea = await signUp(testApp, 'Lea')
  for (const [at, id] of [lea.id, moderator.id, bob.id].entries())
    await pool.query(
      `INSERT INTO scores (id, user_id, machine_id, value, achieved_at, windowed, fingerprint, answer)
       SELECT $1 || n, $1, ($2::text[])[1 + n % 2], 1 + (n * 7919) % 5003, to_timestamp($3::bigint / 1000) - n * interval '5 minutes', false, '', '{}'
       FROM generate_series(1, 5000) n WHERE $4 = 0 OR n < 4`,
      [id, machines, clock.now(), at],
    )
  await pool.query(
    `INSERT INTO bests (machine_id, user_id, score_id, value, achieved_at)
     SELECT DISTINCT ON (machine_id, user_id) machine_id, user_id, id, value, achieved_at FROM scores
     WHERE removed_at IS NULL AND status <> 'rejected' AND NOT under_review ORDER BY machine_id, user_id, value DESC, achieved_at, id
     ON CONFLICT (machine_id, user_id) DO UPDATE SET score_id = excluded.score_id, value = excluded.value, achieved_at = excluded.achieved_at`,
  )
  await pool.query('VACUUM ANALYZE scores')
  const statements: string[] = []
  const logged = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) =>
      void statements.push(query.sql.replace(/\$(\d+)/g, (_, n) => pg.escapeLiteral(toText(query.parameters[Number(n) - 1])))),
  })
  const toText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))
  const total = await countUserScores(logged, lea.id)
  expect(await mostPlayed(logged, lea.id)).toBe(machines[0])
  await countByDay(logged, lea.id, dayNumber(clock.now()) - 100)
  expect(statements).toHaveLength(3)
  const client = await pool.connect()
  try {
    // Most scores of this site are the player's, so reading all of them would be as good.
    await client.query('SET enable_seqscan = off')
    for (const statement of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement}`)
      const plan = rows.map(row => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/scores_board/)
      expect(plan).not.toMatch(/scores_user/)
    }
  } finally {
    client.release(true)
  }
  const { usage } = testApp.app.live.views
  const bytesBefore = usage.total.bytes
  const visitor = await DdpTestClient.open(testApp.endpoint)
  const progress = await visitor.subscribe('players.progress', { username: 'Lea', machineId: machines[0]! })
  const shown = JSON.stringify([...visitor.documents('progress').values()]).length
  // Besides what is shown, the view keeps time and value of 2,500 scores.
  expect(usage.total.bytes - bytesBefore).toBeGreaterThan(3 * shown + 2500 * 30)
  await visitor.unsubscribe(progress)
  const page = await pageOf(lea)
  expect(total).toBe(5000)
  expect(page.scores()).toBe(5000)
  expect(page.progress().map(({ length }) => length)).toEqual([400, 400, 0])
  const before = page.today()
  for (const [value, minutes] of [
    [6000, 0],
    [17, 1],
    [18, 100_000],
    [7000, 7],
    // Exactly when another was played.
    [19, 5],
  ] as const)
    await submit(lea, value, { achievedAt: new Date(clock.now() - minutes * 60_000) })
  const expected = await recompute(lea.id)
  await page.client.waitUntil(() => JSON.stringify(page.progress()) === JSON.stringify(expected.progress))
  await page.client.waitUntil(() => page.scores() === 5005 && page.today() >= before)
  expect(page.summary().days).toEqual(expected.days)
})
