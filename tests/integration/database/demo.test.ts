import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_PASSWORD, DIRECTOR, PLAYER } from '#app/demo/people.ts'
import type { EventDoc } from '#events/contract/documents.ts'
import { WINDOWS } from '#scores/rules.ts'
import { isPublication, loadContracts } from '../../contracts/all.ts'
import { findOddDocument } from '../../contracts/conforms.ts'
import { parseMembers } from '../../contracts/schema.ts'
import { readContractTypes } from '../../contracts/types.ts'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { getRoundGroups, getStandings } from '../helpers/events.ts'
import { type ProgramResult, runProgram } from '../helpers/run-program.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { logIn, makeAdmin, signUp } from '../helpers/users.ts'

let testApp: TestApp
let visitor: DdpTestClient
let demo: ProgramResult

const run = (program: string, ...args: string[]): Promise<ProgramResult> => runProgram(testApp, program, args)

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  visitor = await DdpTestClient.open(testApp.endpoint)
  await visitor.subscribe('scores.recent', {})
  demo = await run('demo')
}, 240_000)
afterAll(() => testApp.close())

const rows = async <T extends object>(sql: string): Promise<T[]> => (await testApp.app.database.pool.query<T>(sql)).rows

async function eventsIn(state: string): Promise<(EventDoc & { _id: string })[]> {
  await visitor.subscribe('events.list', { state })
  const all = [...visitor.documents('events')].map(([_id, document]) => ({ _id, ...(document as unknown as EventDoc) }))
  return all.filter(event => event.state === state)
}

it('says what it made, how to sign in, and that everybody knows the passwords', () => {
  expect([demo.code, demo.err]).toEqual([0, ''])
  expect(demo.out).toMatch(/^There are now 40 players, 60 machines, 6,\d{3} scores, 4 groups, 7 events and 30 pictures\.\n/)
  for (const word of [PLAYER, DIRECTOR, DEMO_PASSWORD, 'passwords that everybody knows']) expect(demo.out).toContain(word)
})

it('leaves boards, totals and pictures without a difference', async () => {
  expect((await run('admin', 'recompute')).out).toMatch(/, 0 differences\n$/)
  expect((await run('admin', 'verify-storage')).out).toMatch(/^\d+ files, 30 pictures, 0 differences\n$/)
})

it('has three years of scores, received when they were achieved, on exactly 60 machines', async () => {
  const [spread] = await rows(`
    SELECT count(*) FILTER (WHERE achieved_at < now() - interval '2 years') > 300 AS old, count(*) FILTER (WHERE created_at <> achieved_at) AS apart,
      count(DISTINCT machine_id) AS machines, count(DISTINCT user_id) AS players, bool_and(value % 10 = 0) AS round, max(achieved_at) < now() AS past,
      count(*) FILTER (WHERE status = 'verified') > 80 AS verified, count(*) FILTER (WHERE status = 'disputed') AS disputed,
      count(*) FILTER (WHERE likes > 0) > 80 AS liked, count(*) FILTER (WHERE comments > 0) > 20 AS discussed
    FROM scores`)
  expect(spread).toEqual({
    ...{ old: true, apart: 0, machines: 60, players: 40, round: true, past: true },
    ...{ verified: true, disputed: 3, liked: true, discussed: true },
  })
  const disorder = 'SELECT 1 FROM (SELECT created_at < lag(created_at) OVER (ORDER BY receipt) AS back FROM scores) o WHERE back'
  expect(await rows(disorder)).toEqual([])
})

it('also backdates the records that belong to the scores', async () => {
  for (const [table, column] of [
    ['comments', 'created_at'],
    ['score_history', 'at'],
    ['event_log', 'at'],
    ['event_rounds', 'drawn_at'],
    ['group_members', 'joined_at'],
    ['users', 'created_at'],
  ]) {
    const [{ days }] = (await rows<{ days: number }>(
      `SELECT count(DISTINCT date_trunc('day', ${column})) AS days FROM ${table} WHERE ${column} < now()`,
    )) as [{ days: number }]
    expect([table, days > 1]).toEqual([table, true])
  }
})

it('was heard of by the running server: home, boards in every window, live events', async () => {
  await testApp.settled()
  const [newest] = await rows<{ id: string; machineId: string }>(
    `SELECT id, machine_id AS "machineId" FROM scores ORDER BY receipt DESC LIMIT 1`,
  )
  await visitor.waitUntil(() => visitor.documents('scores').has(newest!.id) && visitor.documents('scores').size > 10)
  const home = await (await fetch(`${testApp.http}/`)).text()
  for (const name of ['Flip Night No. 41', 'Selfie Fortnight']) expect(home).toContain(name)
  for (const window of WINDOWS) {
    const client = await DdpTestClient.open(testApp.endpoint)
    await client.subscribe('boards.top', { scope: { machineId: newest!.machineId }, window })
    expect([window, client.documents('boardRows').size > 0]).toEqual([window, true])
    await client.close()
  }
})

it('has events in every state, the private group’s for its members alone', async () => {
  const names = async (state: string): Promise<string[]> => (await eventsIn(state)).map(({ name }) => name).sort()
  expect(await names('live')).toEqual(['Flip Night No. 41', 'Selfie Fortnight'])
  expect(await names('finished')).toEqual(['Last Ball Standing', 'Silverball League, season six'])
  expect(await names('cancelled')).toEqual(['Attic Match Play'])
  expect(await names('upcoming')).toEqual(['Pin-Golf Open'])
  const player = await DdpTestClient.open(testApp.endpoint)
  await logIn(player, PLAYER, DEMO_PASSWORD)
  await player.subscribe('groups.mine', {})
  const [groupId] = [...player.documents('groups')].find(([, { visibility }]) => visibility === 'private')!
  await player.subscribe('events.list', { groupId })
  expect([...player.documents('events').values()]).toMatchObject([{ name: 'Kitchen Table Cup', state: 'upcoming', players: 6 }])
  expect(await visitor.subscribe('events.list', { groupId })).toMatchObject({ error: { error: 404 } })
  await player.close()
})

it('has an event in its third round, with one result that waits for the director', async () => {
  const [night] = (await eventsIn('live')).filter(({ format }) => format.kind === 'match-play')
  await visitor.subscribe('events.rounds', { eventId: night!._id })
  expect([1, 2, 3, 4].map(round => getRoundGroups(visitor, night!._id, round).map(({ state }) => state))).toEqual([
    ['confirmed', 'confirmed', 'confirmed', 'confirmed'],
    ['confirmed', 'confirmed', 'confirmed', 'confirmed'],
    expect.toSatisfy((states: string[]) => states.toSorted().join() === 'entered,playing,playing,playing'),
    [],
  ])
})

it('has a season with one game voided for a reason', async () => {
  const [season] = (await eventsIn('finished')).filter(({ format }) => format.kind === 'best-game')
  await visitor.subscribe('events.log', { eventId: season!._id })
  const log = [...visitor.documents('eventLog').values()].filter(({ eventId }) => eventId === season!._id)
  expect(log.filter(({ action }) => action === 'voided')).toMatchObject([{ what: expect.stringContaining('glass') }])
  await visitor.subscribe('events.standings', { eventId: season!._id })
  expect(getStandings(visitor, season!._id)).toHaveLength(24)
})

it('has standings that follow again from each event’s export', async () => {
  const director = await DdpTestClient.open(testApp.endpoint)
  await logIn(director, DIRECTOR, DEMO_PASSWORD)
  for (const { _id: eventId, name } of [...(await eventsIn('live')), ...(await eventsIn('finished'))]) {
    await visitor.subscribe('events.standings', { eventId })
    const { body } = await director.call<{ body: string }>('events.export', { eventId, as: 'json' })
    const file = join(testApp.dataDir, `${eventId}.json`)
    writeFileSync(file, body)
    const { standings } = JSON.parse(body) as { standings: { entrantId: string; rank: number; points: number }[] }
    const places = (each: typeof standings) => each.map(({ entrantId, rank, points }) => `${rank} ${points} ${entrantId}`).sort()
    expect(places(getStandings(visitor, eventId))).toEqual(places(standings))
    const checked = await run('admin', 'check-event', file)
    expect(checked.out).toMatch(new RegExp(`^${name.replace('.', '\\.')}: \\d+ players, 0 differences\n$`))
  }
  await director.close()
})

it('refuses a site that has something already, and changes nothing', async () => {
  const before = await dumpTables(testApp)
  expect(await run('demo')).toEqual({
    code: 2,
    out: '',
    err: 'This site has scores already, and the demo fills an empty one only. Give it a data folder of its own: DATA_DIR=./demo npm run demo\n',
  })
  expect((await dumpTables(testApp)) === before).toBe(true)
})

it('shows in every publication documents as the contracts declare them', async () => {
  const admin = await signUp(testApp, 'Admin')
  await makeAdmin(testApp, admin.id)
  const things = await rows<Record<string, string>>(`
    SELECT s.id AS "scoreId", s.machine_id AS "machineId", s.user_id AS "userId", u.username, e.id AS "eventId", g.id AS "groupId"
    FROM (SELECT *, row_number() OVER (ORDER BY likes + comments DESC, id) AS n FROM scores) s JOIN users u ON u.id = s.user_id
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM events
        WHERE group_id IS NULL OR group_id IN (SELECT id FROM groups WHERE visibility = 'public')) e ON e.n = 1 + s.n % 6
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM groups WHERE visibility = 'public') g ON g.n = 1 + s.n % 2
    WHERE s.n <= 12`)
  expect(things.length).toBeGreaterThan(5)
  // Only those who run a group see its people and its webhook.
  for (const groupId of new Set(things.map(each => each.groupId!))) {
    await admin.client.call('groups.join', { groupId })
    await admin.client.call('roles.assign', { userIds: [admin.id], roles: ['owner'], group: groupId, mode: 'add' })
  }
  const types = readContractTypes()
  // Nobody can link supporters here.
  for (const contract of (await loadContracts()).filter(isPublication).filter(({ name }) => name !== 'patreon.link')) {
    // `scores.voids` takes an event or a score.
    const asked = parseMembers(contract.input).filter(
      ({ key, optional }) => !optional || (contract.name === 'scores.voids' && key === 'eventId'),
    )
    const fits = asked.every(({ key }) => key in things[0]!)
    for (const thing of fits ? things.slice(0, asked.length === 0 ? 1 : undefined) : []) {
      const argument = Object.fromEntries(asked.map(({ key }) => [key, thing[key]]))
      expect([contract.name, await findOddDocument(admin.client, contract, argument, types)]).toEqual([contract.name, null])
    }
  }
})
