import fc from 'fast-check'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { usernameKey } from '#accounts/rules.ts'
import type { Db } from '#platform/db/database.ts'
import type { Tables } from '#platform/db/schema.ts'
import { likeness, matchesWords } from '#platform/db/text-search.ts'
import { searchText } from '#platform/text/fold.ts'
import { searchPlayers } from '#players/server/search-players.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'

let testApp: TestApp
let db: Db

beforeAll(async () => {
  testApp = await createTestApp()
  db = testApp.app.database.db
})
afterAll(() => testApp.close())

interface Found {
  username: string
  likeness: number
}

/** What the search has to find, by reading every player. */
async function scan(text: string): Promise<Found[]> {
  const search = sql.ref<string>('u.search')
  const { rows } = await sql<Found>`
    SELECT u.username, ${likeness(search, text)} AS likeness FROM player_cards u
    WHERE u.deleted_at IS NULL AND NOT u.unlisted AND ${matchesWords(search, text)}
    ORDER BY (u.username_key = ${usernameKey(text)}) DESC, 2 DESC, u.display_name COLLATE "und-x-icu", u.id
  `.execute(db)
  return rows
}

const search = async (text: string, limit: number): Promise<string[]> =>
  (await searchPlayers(db, text, limit)).map(({ username }) => username)

async function addPlayers(prefix: string, names: readonly { username: string; displayName: string; unlisted?: boolean }[]): Promise<void> {
  const users = names.map(({ username, displayName }, n) => ({
    id: `${prefix}${n}`,
    username,
    username_key: usernameKey(username),
    display_name: displayName,
    search: searchText([username, displayName]),
  }))
  await db.insertInto('users').values(users).execute()
  const unlisted = names.flatMap((name, n) => (name.unlisted ? [{ user_id: `${prefix}${n}`, unlisted: true }] : []))
  if (unlisted.length > 0) await db.insertInto('player_profiles').values(unlisted).execute()
}

async function removePlayers(): Promise<void> {
  await db.deleteFrom('player_profiles').execute()
  await db.deleteFrom('users').execute()
}

/** Words that are often the beginning of each other. */
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 }),
  fc.constantFrom('Ann', 'Anna', 'Annabel', 'Ñandú', 'Straße', '山田', 'أحمد', 'x-men', "O'Neil", 'z'.repeat(50), 'ﷺ'.repeat(8), '⅛'),
)
const name = fc.array(word, { minLength: 1, maxLength: 4 }).map(words => words.join(' ').slice(0, 60))
const player = fc.record({ first: word, displayName: name, unlisted: fc.boolean() })

it('finds the players that reading all of them finds, in the same order, whatever they are called and whatever is typed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(player, { minLength: 1, maxLength: 30 }),
      fc.array(name, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 20 }),
      async (players, texts, limit) => {
        await removePlayers()
        await addPlayers(
          'u',
          players.map(({ first, displayName, unlisted }, n) => ({ username: `${first}${n}`, displayName, unlisted })),
        )
        const usernames = players.map(({ first }, n) => `${first}${n}`)
        for (const text of [...texts, ...usernames.slice(0, 3), ...players.slice(0, 3).map(({ displayName }) => displayName)]) {
          const expected = (await scan(text)).slice(0, limit).map(({ username }) => username)
          expect([text, await search(text, limit)]).toEqual([text, expected])
        }
      },
    ),
    { numRuns: 40 },
  )
})

it('keeps the words of each user with the search text: of new, renamed and deleted users, and of those who are gone', async () => {
  /** The words that begin no other word, as many characters as are indexed. */
  const wordsOf = (text: string): string[] => {
    const words = text.split(' ').filter(each => each !== '')
    const kept = words.filter(each => !words.some(other => other !== each && other.startsWith(each)))
    return [...new Set(kept.map(each => [...each].slice(0, 100).join('')))].sort()
  }
  const step = fc.record({
    who: fc.nat(5),
    names: fc.tuple(word, name),
    action: fc.constantFrom('rename', 'rename', 'anonymize', 'delete'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
      await removePlayers()
      for (const { who, names, action } of steps) {
        const id = `w${who}`
        const text = action === 'anonymize' ? '' : searchText([`${names[0]}${who}`, names[1]])
        if (action === 'delete') await db.deleteFrom('users').where('id', '=', id).execute()
        else
          await db
            .insertInto('users')
            .values({ id, username: id, username_key: id, display_name: id, search: text })
            .onConflict(conflict => conflict.column('id').doUpdateSet({ search: text }))
            .execute()
      }
      const users = await db.selectFrom('users').select(['id', 'search']).execute()
      const words = await db.selectFrom('user_words').selectAll().execute()
      const kept = (id: string) => words.filter(({ user_id }) => user_id === id)
      expect(words.filter(({ user_id }) => !users.some(({ id }) => id === user_id))).toEqual([])
      for (const { id, search } of users) {
        expect(
          kept(id)
            .map(row => row.word)
            .sort(),
        ).toEqual(wordsOf(search))
        const first = search.split(' ').find(each => each !== '')
        expect(kept(id).flatMap(row => (row.is_username ? [row.word] : []))).toEqual(
          first === undefined ? [] : [[...first].slice(0, 100).join('')],
        )
      }
    }),
    { numRuns: 40 },
  )
})

/** Runs a search and returns how many rows all scans of its statements read together. */
async function countRowsRead(text: string, limit: number): Promise<number> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const { pool } = testApp.app.database
  const logged = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  })
  await searchPlayers(logged, text, limit)
  interface Plan {
    'Node Type': string
    'Actual Rows': number
    'Actual Loops': number
    'Rows Removed by Filter'?: number
    Plans?: Plan[]
  }
  const count = (plan: Plan): number => {
    const own = plan['Node Type'].includes('Scan')
      ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
      : 0
    return (plan.Plans ?? []).reduce((sum, each) => sum + count(each), own)
  }
  let read = 0
  for (const { sql: statement, parameters } of statements) {
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`, [...parameters])
    read += count(rows[0]['QUERY PLAN'][0].Plan)
  }
  return read
}

it('reads a few hundred rows where thousands of players have a name that begins so, and chooses as well', async () => {
  await removePlayers()
  const many = Array.from({ length: 6000 }, (_, n) => ({
    username: `player${n}`,
    displayName: n % 3 === 0 ? `Plato ${n}` : `Zoe Player${n}`,
  }))
  await addPlayers('p', many)
  await addPlayers('q', [
    { username: 'pla', displayName: 'Zzz' },
    { username: 'someone', displayName: 'Pla' },
    { username: 'player', displayName: 'Player', unlisted: true },
  ])
  await sql<never>`VACUUM ANALYZE users`.execute(db)
  await sql<never>`VACUUM ANALYZE user_words`.execute(db)
  for (const text of ['p', 'pla', 'play', 'player', 'player5', 'zoe', 'zoe p', 'player zoe', 'plato 3', 'zoe player5999', 'player 5999']) {
    const expected = await scan(text)
    const found = await search(text, 8)
    const likenesses = found.map(username => expected.find(each => each.username === username)?.likeness)
    expect([text, likenesses]).toEqual([text, expected.slice(0, 8).map(each => each.likeness)])
    expect(new Set(found).size).toBe(found.length)
    const read = await countRowsRead(text, 8)
    expect(read, text).toBeGreaterThan(0)
    expect(read, text).toBeLessThan(1200)
  }
  expect(await search('pla', 3)).toEqual(['pla', 'someone', expect.stringMatching(/^player/)])
})
