import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createApp, schema } from '#app/server/app.ts'
import * as pages from '#app/ssr-entry.tsx'
import type { Round } from '#events/rules/rounds.ts'
import { type ExportedEvent, type ExportedRow, gradeExport, listDifferences } from '#events/rules/verify-export.ts'
import { readConfig } from '#platform/config/config.ts'
import { openDatabase } from '#platform/db/database.ts'
import { type Migration, migrate } from '#platform/db/migrate.ts'
import { createLog } from '#platform/log/log.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { type Evening, snapshotEvening } from '../../fixtures/earlier-evenings/evenings.ts'
import { type FirstSite, type SiteSnapshot, snapshotSite } from '../../fixtures/first-data/site.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { runProgram } from '../helpers/run-program.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { type LoginResult, logIn } from '../helpers/users.ts'

const fixture = (path: string): Buffer => readFileSync(new URL(`../../fixtures/${path}`, import.meta.url))
const { seen, ...site } = JSON.parse(fixture('first-data/site.json').toString()) as FirstSite & { seen: SiteSnapshot }
const { now: eveningsAt, evenings } = JSON.parse(gunzipSync(fixture('earlier-evenings/evenings.json.gz')).toString()) as {
  now: string
  evenings: Evening[]
}

const made: string[] = []
let first: string

const address = () => {
  const { template, ...rest } = inject('postgres')
  return rest
}

async function onServer(text: string, database = 'postgres'): Promise<void> {
  const client = new pg.Client({ ...address(), database })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

async function newDatabase(): Promise<string> {
  const name = `first_${randomUUID().replaceAll('-', '')}`
  await onServer(`CREATE DATABASE ${name}`)
  made.push(name)
  return name
}

/** Creates a database as an earlier version left it. */
async function earlierDatabase(from: 'first-data' | 'earlier-evenings'): Promise<string> {
  const name = await newDatabase()
  await onServer(gunzipSync(fixture(`${from}/database.sql.gz`)).toString(), name)
  return name
}

const startedOn = (database: string) =>
  createApp({
    config: { ...readConfig({}), port: 0, logLevel: 'silent' },
    log: createLog('silent'),
    connection: { ...address(), database },
    pages,
    client: null,
  })

beforeAll(async () => {
  first = await earlierDatabase('first-data')
})
afterAll(async () => {
  for (const name of made) await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
})

describe('the data of the first version, under this one', () => {
  let testApp: TestApp
  beforeAll(async () => {
    // Its boards of a day show the day on which its data was created.
    testApp = await createTestApp({ template: first, clock: createSettableClock(Date.parse(site.now)) })
  })
  afterAll(() => testApp.close())

  const steps = async () =>
    (await testApp.app.database.pool.query<{ name: string; at: Date }>('SELECT name, at FROM migrations ORDER BY name')).rows

  it('shows a visitor the boards, scores, histories, machines and players that it showed', async () => {
    const now = await snapshotSite(testApp.endpoint, site)
    expect(now).toMatchObject(seen)
    const ids = (of: SiteSnapshot) => Object.entries(of).map(([name, documents]) => [name, Object.keys(documents).sort()])
    expect(ids(now)).toEqual(ids(seen))
  })

  it('lets every player log in, by password and by the token of their browser', async () => {
    for (const { id, username, password, token } of site.players) {
      const client = await DdpTestClient.open(testApp.endpoint)
      expect(await logIn(client, username, password)).toMatchObject({ id, type: 'password' })
      expect(await client.call<LoginResult>('login', { resume: token })).toMatchObject({ id, type: 'resume' })
      await client.close()
    }
  })

  it('renders pages with what it showed', async () => {
    const shown = async (path: string, texts: readonly string[]) => {
      const answer = await fetch(testApp.http + path)
      const html = await answer.text()
      expect([path, answer.status, texts.filter(text => !html.includes(text))]).toEqual([path, 200, []])
    }
    for (const { id: machineId, name } of site.machines) {
      const board = seen[`boards.top ${JSON.stringify({ scope: { machineId }, window: 'all', limit: 50 })}`]!
      const rows = Object.entries(board).filter(([id]) => id.startsWith('boardRows/')) as [string, { displayName: string; value: number }][]
      await shown(`/machines/${machineId}`, [name, ...rows.flatMap(([, row]) => [row.displayName, row.value.toLocaleString('en-US')])])
    }
    await shown('/players/Ada', ['Ada of the Arcade', ...site.machines.map(({ name }) => name)])
  })

  it('takes a score, after the numbers that were given out', async () => {
    const { players, machines } = site
    const client = await DdpTestClient.open(testApp.endpoint)
    await logIn(client, players[0]!.username, players[0]!.password)
    await client.call('scores.submit', { _id: uuidv7(), machineId: machines[0]!.id, value: 60_000_000 })
    await client.close()
    const { rows } = await testApp.app.database.pool.query<{ receipt: number }>('SELECT max(receipt) AS receipt FROM scores')
    expect(rows[0]!.receipt).toBeGreaterThan(players.flatMap(({ scoreIds }) => scoreIds).length)
  })

  it('has boards that are those of its scores', async () => {
    expect(await runProgram(testApp, 'admin', ['recompute'])).toMatchObject({ code: 0, out: expect.stringMatching(/ 0 differences\n$/) })
    expect(await runProgram(testApp, 'admin', ['ratings'])).toMatchObject({ code: 0, out: '0 nights, 0 players, 0 differences\n' })
  })

  it('has the schema of a new site, and is not migrated again by a second start', async () => {
    const before = await steps()
    expect(before.map(({ name }) => name).sort()).toEqual(schema.map(({ name }) => name).sort())
    await testApp.restart()
    expect(await steps()).toEqual(before)
  })

  it('is refused by a version that does not know all of its steps', async () => {
    await testApp.app.database.pool.query(`INSERT INTO migrations (name) VALUES ('scores/999-later')`)
    const before = await steps()
    await expect(startedOn(String((testApp.connection as { database: string }).database))).rejects.toThrow(
      'This data was written by a newer version of Skillshot (it has "scores/999-later"). Start that version, or restore a backup.',
    )
    expect(await steps()).toEqual(before)
    await testApp.app.database.pool.query(`DELETE FROM migrations WHERE name = 'scores/999-later'`)
  })
})

describe('evenings that were played before a running round could be changed', () => {
  let testApp: TestApp
  beforeAll(async () => {
    const clock = createSettableClock(Date.parse(eveningsAt))
    testApp = await createTestApp({ template: await earlierDatabase('earlier-evenings'), clock })
  })
  afterAll(() => testApp.close())

  const named = evenings.map((evening, i) => [`${i + 1}: ${evening.exported.event.format.kind}`, evening] as const)
  /** What an export says beside the standings; players are listed there in no order. */
  const withoutOrder = ({ rounds, attempts, voids, playoffs, machines, entrants, log, ifpa }: ExportedEvent) => ({
    ...{ rounds, attempts, voids, playoffs, machines, log },
    entrants: entrants.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ifpa: { ...ifpa, played: ifpa?.played.toSorted((a, b) => (a.entrantId < b.entrantId ? -1 : 1)) },
  })

  it.each(named)('have the standings that they had, to the last figure (%s)', async (_, was) => {
    const now = await snapshotEvening(testApp.endpoint, was.eventId)
    expect(Object.keys(was.standings).length).toBeGreaterThan(4)
    expect(now.standings).toEqual(was.standings)
    expect(now.exported.standings).toEqual(was.exported.standings)
    expect(withoutOrder(now.exported)).toEqual(withoutOrder(was.exported))
  })

  it.each(named)('have exports of then, whose standings and grades come out again (%s)', (_, { exported }) => {
    expect(listDifferences(exported)).toEqual([])
    expect(gradeExport(exported)).toEqual(exported.ifpa)
  })

  it('have exports of then in which a changed figure is named, and what a changed result makes of others', async () => {
    const [{ exported }] = evenings as [Evening]
    const [first, second] = exported.standings as [ExportedRow, ExportedRow]
    const nameOf = (id: string): string => exported.entrants.find(each => each.id === id)!.displayName
    const file = join(testApp.dataDir, 'evening.json')
    writeFileSync(
      file,
      JSON.stringify({ ...exported, standings: [{ ...first, points: first.points + 0.5 }, ...exported.standings.slice(1)] }),
    )
    expect(await runProgram(testApp, 'admin', ['check-event', file])).toEqual({
      code: 1,
      out:
        `${nameOf(first.entrantId)}: points is ${first.points + 0.5} in the file, ${first.points} when worked out anew\n` +
        `${exported.event.name}: ${exported.entrants.length} players, 1 differences\n`,
      err: '',
    })
    const [round, ...later] = exported.rounds as [Round, ...Round[]]
    const turned = { ...round, groups: round.groups.map(group => ({ ...group, order: group.order!.toReversed() })) }
    const differences = listDifferences({ ...exported, rounds: [turned, ...later] })
    for (const { entrantId, points } of [first, second])
      expect(differences).toContainEqual(expect.objectContaining({ entrantId, figure: 'points', exported: String(points) }))
  })
})

describe('[K5] a backup taken of it before it was migrated', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-first-'))
  const file = join(dataDir, 'first.tar')
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const on = (database: string) => ({ connection: { ...address(), database }, dataDir })

  it('leaves the schema as it was, and restores into this version with all that was shown', async () => {
    expect(await runProgram(on(first), 'backup', [file])).toMatchObject({ code: 0, err: '' })
    const empty = await newDatabase()
    const { code, out, err } = await runProgram(on(empty), 'restore', [file])
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(
      'It was brought up to this version: platform/003-several-changes-a-row, platform/004-no-writer-lease, platform/002-words, ',
    )
    const testApp = await createTestApp({ template: empty, clock: createSettableClock(Date.parse(site.now)) })
    expect(await snapshotSite(testApp.endpoint, site)).toMatchObject(seen)
    await testApp.close()
    await onServer(`DO $$ BEGIN IF (SELECT count(*) FROM migrations) <> 4 THEN RAISE 'it was migrated'; END IF; END $$`, first)
  })
})

it('is migrated once by two nodes that start at once', async () => {
  const database = await earlierDatabase('first-data')
  const nodes = await Promise.all([startedOn(database), startedOn(database)])
  const { rows } = await nodes[0]!.database.pool.query<{ at: Date; n: number }>(
    'SELECT at, count(*) AS n FROM migrations GROUP BY at ORDER BY at',
  )
  // The first version's migrations were applied in one transaction then, and all others are applied in one transaction now.
  expect(rows.map(({ n }) => n).reduce((sum, n) => sum + n)).toBe(schema.length)
  expect(rows).toHaveLength(2)
  for (const node of nodes) await node.close()
})

it('is waited for where a step takes longer than any statement may, by the node that takes it and by the next', async () => {
  const target = { ...address(), database: await newDatabase() }
  const slow: Migration = { name: 'upgrade/001-slow', up: async tx => void (await sql`SELECT pg_sleep(0.6)`.execute(tx)) }
  const nodes = [0, 1].map(() => openDatabase(new pg.Pool({ ...target, statement_timeout: 200, query_timeout: 300 })))
  await expect(nodes[0]!.pool.query('SELECT pg_sleep(0.6)')).rejects.toThrow('timeout')
  const taken = await Promise.all(nodes.map(node => migrate(node, [slow])))
  expect(taken.flat()).toEqual([slow.name])
  await expect(nodes[0]!.pool.query('SELECT pg_sleep(0.6)')).rejects.toThrow('timeout')
  for (const { pool } of nodes) await pool.end()
})
