import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareDatabase } from '#app/server/app.ts'
import type { FoundMachine } from '#machines/contract/machines.ts'
import { machinesChanged } from '#machines/server/changes.ts'
import { appendChanges } from '#platform/db/change-log/write.ts'
import type { SearchResults } from '#search/contract.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createGroup } from '../helpers/groups.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let visitor: DdpTestClient
let ada: TestUser
let signedUp = 0

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  visitor = await DdpTestClient.open(testApp.endpoint)
  ada = await signUp(testApp, 'ada')
})
afterAll(() => testApp.close())

const search = (text: string): Promise<SearchResults> => visitor.call('search', { text, limit: 20 })
const players = async (text: string): Promise<string[]> => (await search(text)).players.map(({ username }) => username)
const groups = async (text: string): Promise<string[]> => (await search(text)).groups.map(({ name }) => name)
const machines = async (text: string): Promise<string[]> =>
  (await visitor.call<FoundMachine[]>('machines.search', { text, limit: 5 })).map(({ name }) => name)

describe('a name', () => {
  it.each([
    ['Łukasz Żak', ['lukasz', 'Łukasz zak', 'ŁUK']],
    ['Ørsted', ['orsted', 'ørs']],
    ['Straße', ['strasse', 'STRASSE', 'straße', 'straẞe']],
    ['Đặng Văn', ['dang van', 'đặng']],
    ['Ægir', ['aegir', 'æg']],
    ['Ilgaz Işık', ['ışık', 'isik', 'ılgaz']],
    ['أحمد فاطمة مصطفى', ['احمد', 'فاطمه', 'مصطفي', 'أَحْمَد', 'ﺃﺣﻤﺪ']],
    ['احمد فاطمه مصطفي', ['أحمد', 'فاطمة', 'مصطفى']],
    ['دوري ٢٠٢٦', ['2026', '۲۰۲۶', 'دوري 2026']],
    ['League 2031', ['٢٠٣١', '２０３１']],
  ])('%s of a group or a player is found without what keyboards lack, in both directions', async (name, typed) => {
    await createGroup(ada, 'public', name)
    const username = `player${++signedUp}`
    await signUp(testApp, username, { profile: { name } })
    for (const text of typed) {
      expect([text, await groups(text)]).toEqual([text, expect.arrayContaining([name])])
      expect([text, await players(text)]).toEqual([text, expect.arrayContaining([username])])
    }
  })

  it('is found by itself, whatever it is, if it has a letter or a digit', async () => {
    const names = fc.sample(
      fc.string({ unit: 'grapheme', minLength: 2, maxLength: 20 }).filter(text => /\p{L}/u.test(text) && !/\p{C}/u.test(text)),
      { numRuns: 15, seed: 5 },
    )
    for (const name of names) {
      const groupId = await createGroup(ada, 'public', name)
      const found = (await search(name)).groups.map(group => group.groupId)
      expect([name, found]).toEqual([name, expect.arrayContaining([groupId])])
    }
  })
})

describe('a machine', () => {
  beforeAll(async () => {
    const add = (name: string, aliases: string[]) =>
      testApp.app.database.pool.query(
        `INSERT INTO machines (id, name, manufacturer, year, type, aliases, search) VALUES (gen_random_uuid(), $1, 'Williams', 1986, 'ss', $2, '')`,
        [name, aliases],
      )
    for (const name of ['PIN·BOT', 'The Machine: Bride of Pinbot', 'X-Men', 'X-Men Magneto (LE)', 'The Uncanny X-Men (Pro)'])
      await add(name, [])
    await add('Pinball Botanics', ['pin botanics'])
    await testApp.app.database.pool.query(`DELETE FROM search_texts`)
    await prepareDatabase(testApp.app.database)
    // The server keeps the search texts of machines until it is told of a change.
    await testApp.app.database.transaction(tx => appendChanges(tx, [machinesChanged.of({ machineIds: null })]))
    await testApp.app.changeLog.catchUp()
  })

  it.each([
    ['xmen', 'X-Men'],
    ['x men', 'X-Men'],
    ['X-MEN', 'X-Men'],
    ['pin bot', 'PIN·BOT'],
    ['pinbot', 'PIN·BOT'],
    ['pin·bot', 'PIN·BOT'],
    ['machine bride of pin bot', 'The Machine: Bride of Pinbot'],
    ['xmen magneto', 'X-Men Magneto (LE)'],
  ])('that is meant by %s comes first', async (text, name) => expect((await machines(text))[0]).toBe(name))

  it('is in the list of the catalogue that the same text gives', async () => {
    await visitor.subscribe('machines.browse', { text: 'pin bot' })
    const names = [...visitor.documents('machines').values()].map(machine => machine.name)
    expect(names).toEqual(expect.arrayContaining(['PIN·BOT', 'The Machine: Bride of Pinbot', 'Pinball Botanics']))
  })
})

describe('the search texts', () => {
  const rows = async (): Promise<string[]> => {
    const { rows: found } = await testApp.app.database.pool.query<{ search: string }>(
      'SELECT search FROM users UNION ALL SELECT search FROM groups UNION ALL SELECT search FROM machines UNION ALL SELECT search FROM events ORDER BY 1',
    )
    return found.map(row => row.search)
  }

  it('are made again at the start after another version made them, from where an interrupted start was', async () => {
    const { database } = testApp.app
    const before = await rows()
    await database.pool.query(`UPDATE users SET search = 'old'`)
    await database.pool.query(`UPDATE machines SET search = 'old'`)
    await prepareDatabase(database)
    expect((await rows()).filter(each => each === 'old').length).toBeGreaterThan(5)
    await database.pool.query(`UPDATE search_texts SET version = '0/15' WHERE table_name = 'users'`)
    const { rows: half } = await database.pool.query<{ id: string }>('SELECT id FROM machines ORDER BY id OFFSET 10 LIMIT 1')
    await database.pool.query(`UPDATE search_texts SET done_to = $1 WHERE table_name = 'machines'`, [half[0]!.id])
    await prepareDatabase(database)
    const { rows: left } = await database.pool.query<{ id: string }>(`SELECT id FROM machines WHERE search = 'old' ORDER BY id`)
    expect(left).toHaveLength(11)
    expect(left.at(-1)!.id).toBe(half[0]!.id)
    await database.pool.query(`DELETE FROM search_texts`)
    await prepareDatabase(database)
    expect(await rows()).toEqual(before)
  })
})
