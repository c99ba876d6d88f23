import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let clock: SettableClock
let admin: TestUser

beforeAll(async () => {
  clock = createSettableClock()
  testApp = await createTestApp({ config: { rateLimits: 'off' }, clock })
  admin = await signUp(testApp, 'Boss')
  await grantRoles(testApp, admin.id, ['admin'])
})
afterAll(() => testApp.close())

async function download(input: object) {
  const { url } = await admin.client.call<{ url: string }>('audit.export', input)
  return fetch(testApp.http + url)
}

describe('audit.export', () => {
  it('gives all entries that match, newest first, as CSV that a spreadsheet takes for no formula', async () => {
    for (const name of ['zebra', 'aardvark']) await admin.client.call('names.block', { _id: uuidv7(), kind: 'word', name })
    const { id } = await signUp(testApp, 'Ada')
    await admin.client.call('users.suspend', { userId: id, reason: '=HYPERLINK("http://evil.example")' })
    await admin.client.call('roles.create', { name: '=1+1' })
    const response = await download({ format: 'csv', action: 'names.block' })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
    const [head, ...lines] = (await response.text()).trimEnd().split('\r\n')
    expect(head).toBe('at,by,by_id,action,subject_kind,subject_id,subject,about,about_id,details')
    expect(lines.map(line => line.split(',')).map(([, by, , action, , , subject]) => [by, action, subject])).toEqual([
      ['Boss', 'names.block', 'aardvark'],
      ['Boss', 'names.block', 'zebra'],
    ])
    const all = await (await download({ format: 'csv' })).text()
    expect(all).toContain("'=1+1")
    expect(all).not.toMatch(/(^|,)=/m)
  })

  it('gives one JSON document in each line, of one user, and more entries than are read at once', async () => {
    const { id } = await signUp(testApp, 'Bea')
    await testApp.app.database.transaction(async tx => {
      for (let i = 0; i < 1001; i++)
        await testApp.app.features.audit.write(tx, {
          by: admin.id,
          action: 'users.signOut',
          subject: { kind: 'user', id, label: null },
          about: id,
          details: { i },
        })
    })
    const response = await download({ format: 'ndjson', userId: id })
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    const lines = (await response.text()).trimEnd().split('\n')
    const [exported, ...entries] = lines.map(line => JSON.parse(line) as { action: string; details: { i: number }; about: object })
    expect(exported).toMatchObject({ action: 'audit.export', by: { username: 'Boss' } })
    expect(entries.map(({ details }) => details.i)).toEqual(Array.from({ length: 1001 }, (_, i) => 1000 - i))
    expect(entries[0]!.about).toEqual({ userId: id, username: 'Bea' })
  })

  it('has a link that works once, for two minutes, and only while its maker is an administrator', async () => {
    const ask = async (): Promise<string> =>
      testApp.http + (await admin.client.call<{ url: string }>('audit.export', { format: 'csv' })).url
    const once = await ask()
    expect((await fetch(once)).status).toBe(200)
    expect((await fetch(once)).status).toBe(404)
    const late = await ask()
    clock.set(clock.now() + 120_000)
    expect((await fetch(late)).status).toBe(404)
    expect((await fetch(`${testApp.http}/admin/log/exports/nothing`)).status).toBe(404)
    const former = await ask()
    await grantRoles(testApp, admin.id, [])
    await testApp.settled()
    expect((await fetch(former)).status).toBe(404)
    await grantRoles(testApp, admin.id, ['admin'])
  })

  it('is refused to all others', async () => {
    const { id, client } = await signUp(testApp, 'Moderator')
    await grantRoles(testApp, id, ['moderator'])
    expect(await client.expectError('audit.export', { format: 'csv' })).toMatchObject({ error: 403 })
  })
})
