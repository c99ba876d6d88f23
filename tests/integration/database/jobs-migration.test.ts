import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { prepareDatabase, schema } from '#app/server/app.ts'
import { openDatabase } from '#platform/db/database.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createPool } from '#platform/db/pool.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'

/** The migrations that bring the queues of the features into the one table. */
const NEW = /^jobs\/001-queue$|-as-jobs$/
const { template: _, ...address } = inject('postgres')
const name = `before_jobs_${randomUUID().replaceAll('-', '')}`
let testApp: TestApp

async function onServer(text: string, database = 'postgres'): Promise<void> {
  const client = new pg.Client({ ...address, database })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

const QUEUED = `
  INSERT INTO users (id, username, username_key, display_name) VALUES ('u', 'Ada', 'ada', 'Ada');
  INSERT INTO user_emails (address_key, address, user_id, verified) VALUES ('ada@example.com', 'Ada@example.com', 'u', true);
  INSERT INTO mail_jobs (id, user_id, kind, address, due_at, tries, request_id)
    VALUES ('m', NULL, 'reset', 'ada@example.com', now() - interval '1 minute', 3, 'asked-before');
  INSERT INTO pictures (id, kind, subject_id, user_id, state, due_at, tries) VALUES
    ('gone', 'profilePicUpload', 'u', 'u', 'gone', now(), 2), ('shown', 'profilePicUpload', 'u', 'u', 'shown', now(), 0);
  INSERT INTO push_devices (id, user_id, endpoint, p256dh, auth, device, created_at) VALUES ('d', 'u', 'https://push.example/x', '', '', '', now());
  INSERT INTO push_notices (id, user_id, kind, subject, at) VALUES ('n', 'u', 'starts', 'e', now());
  INSERT INTO push_deliveries (notice_id, device_id, tries, due_at) VALUES ('n', 'd', 4, '2100-01-01');
  INSERT INTO supporter_links (user_id, id, provider_id, tokens, active, linked_at, next_check_at)
    VALUES ('u', 'l', 'p', 'sealed', true, now(), '2100-01-02');
  INSERT INTO supporter_revocations (id, tokens, tries, next_try_at)
    VALUES ('r', decode(repeat('00ff', 60), 'hex'), 5, '2100-01-03');
`

beforeAll(async () => {
  await onServer(`CREATE DATABASE ${name}`)
  const database = openDatabase(createPool({ ...address, database: name }, () => undefined))
  await migrate(
    database,
    schema.filter(migration => !NEW.test(migration.name)),
  )
  await database.pool.query(QUEUED)
  await prepareDatabase(database)
  await database.close()
  testApp = await createTestApp({ template: name })
})
afterAll(async () => {
  await testApp.close()
  await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
})

it('delivers the mail that waited, and deletes the files of the picture that was gone', async () => {
  const [mail, ...more] = await testApp.mails()
  expect(more).toEqual([])
  expect(mail!.to).toEqual([{ address: 'Ada@example.com', name: '' }])
  await testApp.app.features.uploads.imageProcessor.idle()
  const { rows } = await testApp.app.database.pool.query("SELECT id FROM pictures WHERE user_id = 'u'")
  expect(rows).toEqual([{ id: 'shown' }])
})

it('keeps the time and the tries of what was not due yet', async () => {
  const { rows } = await testApp.app.database.pool.query('SELECT kind, key, body, due_at, tries FROM jobs ORDER BY kind')
  expect(rows).toEqual([
    { kind: 'push', key: 'n d', body: { noticeId: 'n', deviceId: 'd' }, due_at: new Date('2100-01-01'), tries: 4 },
    { kind: 'supporter-check', key: 'u', body: { userId: 'u' }, due_at: new Date('2100-01-02'), tries: 0 },
    {
      kind: 'supporter-revoke',
      key: 'r',
      body: { id: 'r', tokens: Buffer.from('00ff'.repeat(60), 'hex').toString('base64') },
      due_at: new Date('2100-01-03'),
      tries: 5,
    },
  ])
})
