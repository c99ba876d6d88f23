import { afterAll, beforeAll, expect, it } from 'vitest'
import { rekeyUsernames } from '#accounts/server/usernames/rekey-usernames.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
})
afterAll(() => testApp.close())

it('keeps every existing user, gives each name’s new key to one of them, and leaves the others their old key', async () => {
  const { pool } = testApp.app.database
  const old = (id: string, username: string, day: number): Promise<unknown> =>
    pool.query(
      `INSERT INTO users (id, username, username_key, display_name, created_at) VALUES ($1, $2, $3, $2, make_date(2020, 1, $4)::timestamptz)`,
      [id, username, username.normalize('NFC').trim().toLowerCase(), day],
    )
  await old('u1', 'ＤＩＮＡ', 1)
  await old('u2', 'dina', 2)
  await old('u3', 'ⅾina', 3)
  await old('u4', 'ＢＯＢ', 5)
  await old('u5', 'ｂoｂ', 4)
  await old('u6', 'Straße', 6)
  await old('u7', 'аdmin', 7)
  await old('u8', 'Ann', 8)
  await pool.query(`UPDATE users SET username = '', username_key = '/u8', deleted_at = now() WHERE id = 'u8'`)
  for (let again = 0; again < 2; again++) {
    await testApp.app.database.transaction(rekeyUsernames)
    const { rows } = await pool.query('SELECT id, username_key AS key, username_skeletons AS skeletons FROM users ORDER BY id')
    expect(rows).toEqual([
      { id: 'u1', key: 'ｄｉｎａ', skeletons: ['dina', expect.anything()] },
      { id: 'u2', key: 'dina', skeletons: ['dina'] },
      { id: 'u3', key: 'ⅾina', skeletons: ['dina'] },
      { id: 'u4', key: 'ｂｏｂ', skeletons: ['bob'] },
      { id: 'u5', key: 'bob', skeletons: ['bob'] },
      { id: 'u6', key: 'strasse', skeletons: expect.any(Array) },
      { id: 'u7', key: 'аdmin', skeletons: ['adrnin'] },
      { id: 'u8', key: '/u8', skeletons: [] },
    ])
  }
})
