import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportedPerson, ImportedScore, ImportInfo } from '#imports/contract.ts'
import { SCORES_A_DAY } from '#imports/server/begin-scores.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { createEvent, HOUR } from '../helpers/events.ts'
import { createGroup } from '../helpers/groups.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, listMachines, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const DAY = 24 * HOUR
/** one o'clock in UTC, of the day after this one */
const START = (Math.floor(Date.now() / DAY) + 1) * DAY + HOUR
const clock = createSettableClock(START)
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

let testApp: TestApp
let ada: TestUser
let machine: { id: string; name: string }
let other: { id: string; name: string }
let count = 0

beforeAll(async () => {
  testApp = await createTestApp({ clock, config: { rateLimits: 'on' } })
  ;[machine, other] = (await listMachines(testApp, 2)) as [typeof machine, typeof machine]
})
beforeEach(async () => {
  clock.set(START)
  ada = await signUp(testApp, `Ada${++count}`)
})
afterAll(() => testApp.close())

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await testApp.app.database.pool.query<Row>(text, values)).rows

const importScores = (csv: string, more: object = {}): Promise<{ rows: ImportedScore[]; added: number }> =>
  ada.client.call('imports.scores', { _id: uuidv7(), csv, dryRun: false, ...more })

const scoresOf = ({ id }: TestUser): Promise<{ value: string; at: Date; comment: string | null }[]> =>
  query('SELECT value, achieved_at AS at, comment FROM scores WHERE user_id = $1 AND removed_at IS NULL ORDER BY value', [id])

const fates = (rows: readonly { line: number; fate: string; problem?: string }[]): string[] =>
  rows.map(({ line, fate, problem }) => [line, fate, problem ?? ''].join(' ').trim())

const tableOf = (...rows: (string | number)[][]): string => rows.map(row => row.join(',')).join('\n')

describe('a table of scores', () => {
  it('has no parts of a score: a row is left out that goes on after the last heading', async () => {
    const csv = tableOf(['machine', 'score'], [machine.name, '52,340,120'], [other.name, '"52,340,120"'])
    expect(fates((await importScores(csv)).rows)).toEqual(['2 failed too-long', '3 new'])
    expect((await scoresOf(ada)).map(({ value }) => Number(value))).toEqual([52_340_120])
  })

  it('of several players is refused, and so is one with a quotation mark too few, whose line is named', async () => {
    const refused = (csv: string): Promise<unknown> => ada.client.expectError('imports.scores', { _id: uuidv7(), csv, dryRun: true })
    const heading = ['player', 'machine', 'score']
    expect(await refused(tableOf(heading, ['Ada', machine.name, 10], ['Ben', machine.name, 20]))).toMatchObject({
      details: [{ path: 'csv', code: 'csv-players' }],
    })
    expect(await refused(tableOf(heading, ['Ada', machine.name, 10], ['"Ada', machine.name, 20]))).toMatchObject({
      details: [{ path: 'csv', code: 'csv-quotes', line: 3 }],
    })
    expect(await importScores(tableOf(heading, ['Ada', machine.name, 10], ['ADA', machine.name, 20]))).toMatchObject({ added: 2 })
  })

  it('has comments as long as those of submitted scores, which end with a whole character', async () => {
    await importScores(tableOf(['machine', 'score', 'comment'], [machine.name, 10, `${'a'.repeat(499)}😀${'b'.repeat(600)}`]))
    expect(await scoresOf(ada)).toMatchObject([{ comment: `${'a'.repeat(499)}😀` }])
  })

  it('has dates of today wherever it is today, which are no later than now', async () => {
    const [today, tomorrow] = [dayOf(START), dayOf(START + DAY)]
    const csv = tableOf(['machine', 'score', 'date'], [machine.name, 10, today], [machine.name, 20, tomorrow])
    expect(fates((await importScores(csv)).rows)).toEqual(['2 new', '3 failed later'])
    expect((await scoresOf(ada))[0]!.at.getTime()).toBeLessThanOrEqual(clock.now())
    clock.set(START + 10 * HOUR)
    expect(fates((await importScores(csv)).rows)).toEqual(['2 known', '3 new'])
  })

  it('knows a score that was played on that day anywhere, and tells days apart that it names itself', async () => {
    const evening = START - 2 * DAY + 4 * HOUR
    await ada.client.call('scores.submit', { _id: uuidv7(), machineId: machine.id, value: 5000, achievedAt: new Date(evening) })
    const rows = [evening, evening - DAY, evening - 3 * DAY, evening - 4 * DAY].map(at => [machine.name, 5000, dayOf(at)])
    const { rows: found } = await importScores(tableOf(['machine', 'score', 'date'], ...rows))
    // In California it was the day before that of UTC.
    expect(fates(found)).toEqual(['2 known', '3 known', '4 new', '5 new'])
  })

  it('can be imported up to a number of scores in 24 hours, those of imports that were undone included', async () => {
    const record = (at: number): Promise<object[]> =>
      query(
        `INSERT INTO imports (id, user_id, kind, title, added, ids, fingerprint, created_at, undone_at)
         VALUES ($1, $2, 'scores', 'CSV', 0, ARRAY(SELECT generate_series(1, $3::integer)::text), '', $4, $4)`,
        [uuidv7(), ada.id, SCORES_A_DAY - 1, new Date(at)],
      )
    await record(START - DAY - 1000)
    await record(START - HOUR)
    const two = { _id: uuidv7(), csv: tableOf(['machine', 'score'], [machine.name, 10], [machine.name, 20]), dryRun: false }
    expect(await ada.client.expectError('imports.scores', two)).toMatchObject({
      error: 409,
      details: { code: 'imports-a-day', n: SCORES_A_DAY },
    })
    expect(await scoresOf(ada)).toEqual([])
    const one = { _id: uuidv7(), csv: tableOf(['machine', 'score'], [machine.name, 10]) }
    for (let i = 0; i < 2; i++) expect(await importScores(one.csv, one)).toMatchObject({ added: 1 })
  })
})

describe('an import of scores that breaks off', () => {
  const SCORES = 25
  const csv = (): string =>
    tableOf(['machine', 'score'], ...Array.from({ length: SCORES }, (_, i) => [machine.name, i === 21 ? 666 : 1000 + i]))
  /** The database does this before it writes the score 666. */
  const before666 = (does: string): Promise<object[]> =>
    query(`CREATE OR REPLACE FUNCTION before_score() RETURNS trigger AS $$ BEGIN
      IF NEW.value = 666 THEN ${does}; END IF; RETURN NEW; END $$ LANGUAGE plpgsql`)
  const mine = (): Promise<ImportInfo[]> => ada.client.call('imports.mine', {})

  beforeAll(async () => {
    await before666('NULL')
    await query('CREATE TRIGGER before_score BEFORE INSERT ON scores FOR EACH ROW EXECUTE FUNCTION before_score()')
  })
  beforeEach(() => before666(`RAISE EXCEPTION 'no 666'`))
  afterAll(() => query('DROP TRIGGER before_score ON scores'))

  it('goes on where it was when it is sent again', async () => {
    const _id = uuidv7()
    expect(await ada.client.expectError('imports.scores', { _id, csv: csv(), dryRun: false })).toMatchObject({ error: 500 })
    expect(await scoresOf(ada)).toHaveLength(SCORES - 1)
    expect(await mine()).toMatchObject([{ importId: _id, added: 0 }])
    await before666('NULL')
    for (let i = 0; i < 2; i++) expect(await importScores(csv(), { _id })).toMatchObject({ added: SCORES })
    expect(await scoresOf(ada)).toHaveLength(SCORES)
    expect(await mine()).toMatchObject([{ importId: _id, added: SCORES }])
  })

  it('is undone as a whole, and then writes nothing more', async () => {
    const _id = uuidv7()
    await ada.client.expectError('imports.scores', { _id, csv: csv(), dryRun: false })
    await ada.client.call('imports.undo', { importId: _id })
    expect(await scoresOf(ada)).toEqual([])
    await before666('NULL')
    expect(await importScores(csv(), { _id })).toMatchObject({ added: 0 })
    expect(await scoresOf(ada)).toEqual([])
  })

  it('because it was undone while it was being written leaves nothing', async () => {
    await before666('UPDATE imports SET undone_at = now() WHERE user_id = NEW.user_id')
    await importScores(csv())
    expect(await scoresOf(ada)).toEqual([])
  })
})

describe('a table of people', () => {
  let groupId: string
  beforeEach(async () => {
    groupId = await createGroup(ada, 'public')
  })
  const addPerson = async (name: string, more: object = {}): Promise<string> => {
    const _id = uuidv7()
    await ada.client.call('groups.addPeople', { groupId, people: [{ _id, name, ...more }] })
    return _id
  }
  const importPeople = (csv: string, more: object = {}): Promise<{ rows: ImportedPerson[]; added: number }> =>
    ada.client.call('imports.people', { _id: uuidv7(), groupId, csv, dryRun: false, ...more })
  const listOf = async (): Promise<{ id: string; name: string; number: string | null }[]> =>
    query(
      'SELECT id, name, ifpa_number AS number FROM group_people WHERE group_id = $1 AND removed_at IS NULL ORDER BY name, ifpa_number',
      [groupId],
    )
  const namesOf = async (): Promise<string[]> => (await listOf()).map(({ name, number }) => [name, number ?? ''].join(' ').trim())

  it('gives those on the list the numbers that they lack, and adds who has a name with another number', async () => {
    await addPerson('Ada')
    await addPerson('Ben', { ifpaNumber: '5' })
    const csv = 'name,ifpa\nAda,123\nBen,6\nada,\nCleo,\nCleo,7\nDan,0'
    const expected = ['2 numbered', '3 new', '4 known', '5 new', '6 known', '7 new']
    expect(fates((await importPeople(csv, { dryRun: true })).rows)).toEqual(expected)
    expect(await namesOf()).toEqual(['Ada', 'Ben 5'])
    const _id = uuidv7()
    for (let i = 0; i < 2; i++) {
      const { rows, added } = await importPeople(csv, { _id })
      expect(fates(rows)).toEqual(expected)
      expect(added).toBe(4)
    }
    expect(await namesOf()).toEqual(['Ada 123', 'Ben 5', 'Ben 6', 'Cleo 7', 'Dan'])
    expect(fates((await importPeople(csv)).rows)).toEqual(['2 known', '3 known', '4 known', '5 known', '6 known', '7 known'])
    expect(await ada.client.call('imports.undo', { importId: _id })).toEqual({ kept: 0 })
    expect(await namesOf()).toEqual(['Ada', 'Ben 5'])
  })

  it('leaves alone whom it cannot tell from a namesake, and a number that was corrected since', async () => {
    for (const name of ['Ben', 'Ben', 'Cleo']) await addPerson(name)
    const importId = uuidv7()
    const { rows } = await importPeople('name,ifpa\nBen,1\nCleo,2', { _id: importId })
    expect(fates(rows)).toEqual(['2 known', '3 numbered'])
    const cleo = (await listOf()).find(({ name }) => name === 'Cleo')!
    await ada.client.call('groups.editPerson', { groupId, personId: cleo.id, ifpaNumber: '3' })
    await ada.client.call('imports.undo', { importId })
    expect(await namesOf()).toEqual(['Ben', 'Ben', 'Cleo 3'])
  })

  it('is undone but for those who were corrected or merged, or have played, and says how many these are', async () => {
    const importId = uuidv7()
    await importPeople('name\nCorrected\nMerged\nPlayed\nUntouched', { _id: importId })
    const idOf = Object.fromEntries((await listOf()).map(({ id, name }) => [name, id]))
    await ada.client.call('groups.editPerson', { groupId, personId: idOf.Corrected, note: 'Plays on Thursdays.' })
    await ada.client.call('groups.mergePeople', { groupId, from: await addPerson('Merge'), into: idOf.Merged })
    const eventId = await createEvent(ada, clock.now(), {
      format: { kind: 'best-game', points: 'papa' },
      machineIds: [machine.id],
      groupId,
    })
    await ada.client.call('events.addPlayers', { eventId, entries: [{ _id: uuidv7(), personId: idOf.Played }] })
    for (let i = 0; i < 2; i++) expect(await ada.client.call('imports.undo', { importId })).toEqual({ kept: 3 })
    expect(await namesOf()).toEqual(['Corrected', 'Merged', 'Played'])
    expect(await query('SELECT person_id AS id FROM event_entrants WHERE event_id = $1', [eventId])).toEqual([{ id: idOf.Played }])
  })
})

it('the imports of an account are deleted with it', async () => {
  await importScores(tableOf(['machine', 'score'], [machine.name, 10]))
  const importsOf = (): Promise<object[]> => query('SELECT id FROM imports WHERE user_id = $1', [ada.id])
  expect(await importsOf()).toHaveLength(1)
  await ada.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: false })
  expect(await importsOf()).toEqual([])
})
