import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSmtp, type SmtpFixture } from '#platform/mail/fixtures/smtp-server.ts'
import { dumpTables } from '../helpers/db.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, grantRoles, logIn, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const SECRET = 'very-secret-word'
const FRESH_NEEDED = { error: 'fresh-sign-in-needed' }

let clock: SettableClock
let testApp: TestApp
let admin: TestUser
let server: SmtpFixture
let log: RecordedLog

beforeAll(async () => {
  clock = createSettableClock()
  log = new RecordedLog('trace')
  server = await openSmtp()
  testApp = await createTestApp({ config: { rateLimits: 'off', invitations: 'players' }, clock, log: log.log })
  admin = await signUp(testApp, 'Boss')
  await grantRoles(testApp, admin.id, ['admin'])
  await admin.client.subscribe('settings.all', {})
})
afterAll(async () => {
  await testApp.close()
  await server.close()
})
beforeEach(async () => {
  await admin.client.call('account.confirmSignIn', { password: digestPassword(PASSWORD) })
})

const setting = (name: string) => admin.client.documents('settings').get(name)
const update = (patch: object) => admin.client.call('settings.update', patch)

/** A provider whose address is missing. */
const PROVIDER = { service: 'club', label: 'Club', preset: null, issuer: null, clientId: 'id', clientSecret: 'x', apple: null }

describe('settings for administrators', () => {
  it('are shown with where they come from, and change live', async () => {
    expect(setting('name')).toEqual({ value: 'Skillshot', source: 'default' })
    expect(setting('invitations')).toEqual({ value: 'players', source: 'environment', variable: 'INVITATIONS' })
    await update({ name: 'Flipper Club', socialLinks: [{ text: 'Forum', href: 'https://forum.example' }] })
    await admin.client.waitUntil(() => setting('name')?.value === 'Flipper Club')
    expect(setting('name')).toEqual({ value: 'Flipper Club', source: 'database' })
    expect(await admin.client.expectError('settings.update', { invitations: 'administrators' })).toMatchObject({
      error: 400,
      details: [{ path: 'invitations', message: 'is set by the environment (INVITATIONS)' }],
    })
    await update({ name: 'Skillshot', socialLinks: [] })
  })

  it('are for administrators alone', async () => {
    const player = await signUp(testApp, 'Player')
    expect(await player.client.expectError('settings.update', { name: 'Mine' })).toMatchObject({ error: 403 })
    expect(await player.client.expectError('settings.sendTestMail', { to: 'a@b.example' })).toMatchObject({ error: 403 })
    expect(await player.client.expectError('machines.import', { records: [] })).toMatchObject({ error: 403 })
    expect((await player.client.subscribe('settings.all', {})).error).toMatchObject({ error: 403 })
    expect(testApp.app.settings.current().name).toBe('Skillshot')
  })

  it.each([
    ['loginProviders.0.issuer', { loginProviders: [PROVIDER] }],
    ['loginProviders.0.apple', { loginProviders: [{ ...PROVIDER, preset: 'apple' }] }],
    ['loginProviders.0.apple', { loginProviders: [{ ...PROVIDER, preset: 'google', apple: { teamId: 'T', keyId: 'K' } }] }],
    ['mailFrom', { mailFrom: `Club <${'a'.repeat(250)}@club.example>` }],
  ])('that the site could not work with are refused, naming %s', async (path, patch) => {
    expect(await admin.client.expectError('settings.update', patch)).toMatchObject({ error: 400, details: [{ path }] })
  })

  it('hold secrets that nobody gets back: not administrators, the audit log or the log', async () => {
    await update({
      mailUrl: `smtps://scores:${SECRET}@mail.example:465`,
      loginProviders: [
        {
          service: 'club',
          label: 'Club',
          preset: null,
          issuer: 'https://login.example/',
          clientId: 'id',
          clientSecret: SECRET,
          apple: null,
        },
      ],
      backups: {
        schedule: '0 3 * * *',
        keep: 3,
        target: {
          kind: 's3',
          endpoint: 'https://s3.example',
          region: 'eu-west-1',
          bucket: 'backups',
          prefix: '',
          accessKeyId: 'key',
          secretAccessKey: SECRET,
        },
      },
    })
    await admin.client.waitUntil(() => setting('mailUrl')?.source === 'database')
    expect(setting('mailUrl')?.value).toEqual({ set: true, host: 'mail.example:465' })
    expect(setting('loginProviders')?.value).toMatchObject([{ service: 'club', clientSecret: { set: true } }])
    expect(setting('backups')?.value).toMatchObject({ keep: 3, target: { bucket: 'backups', secretAccessKey: { set: true } } })
    expect(JSON.stringify([...admin.client.documents('settings')])).not.toContain(SECRET)
    await admin.client.subscribe('audit.list', {})
    const entries = [...admin.client.documents('audit').values()].filter(({ action }) => action === 'settings.update')
    expect(entries.map(({ details }) => details)).toContainEqual({ mailUrl: true, loginProviders: true, backups: true })
    expect(entries.map(({ details }) => details)).toContainEqual(expect.objectContaining({ name: ['Skillshot', 'Flipper Club'] }))
    expect(await dumpTables(testApp)).not.toContain(SECRET)
    expect(log.text).not.toContain(SECRET)
  })

  it('keep a secret that is left out, but send none to another store', async () => {
    const { current } = { current: () => testApp.app.settings.current() }
    const [provider] = current().loginProviders
    const { clientSecret: _, ...open } = provider!
    await update({ loginProviders: [{ ...open, label: 'The club' }] })
    expect(current().loginProviders).toEqual([{ ...provider, label: 'The club' }])
    const { target, ...schedule } = current().backups
    const { secretAccessKey: __, ...store } = target as Record<string, unknown>
    await update({ backups: { ...schedule, target: { ...store, bucket: 'other' } } })
    expect(current().backups.target).toEqual({ ...target, bucket: 'other' })
    expect(
      await admin.client.expectError('settings.update', {
        backups: { ...schedule, target: { ...store, endpoint: 'https://thief.example' } },
      }),
    ).toMatchObject({ error: 400, details: [{ path: 'backups.target.secretAccessKey' }] })
    await update({ mailUrl: null, loginProviders: [], backups: { schedule: null, keep: 7, target: { kind: 'folder' } } })
    await admin.client.waitUntil(() => ['mailUrl', 'loginProviders', 'backups'].every(key => setting(key)?.source === 'default'))
  })
})

it('settings that are saved without their secrets keep those that another write stores meanwhile', async () => {
  const { database, settings } = testApp.app
  const provider = { ...PROVIDER, preset: null, issuer: 'https://login.example/', clientSecret: 'old' }
  const target = { kind: 's3', endpoint: 'https://s3.example', region: 'eu', bucket: 'scores', prefix: '', accessKeyId: 'key' } as const
  const backups = { ...settings.current().backups, target: { ...target, secretAccessKey: 'old' } }
  await update({ loginProviders: [provider], backups })
  const { clientSecret: _, ...open } = provider
  const saving = await database.transaction(async tx => {
    await settings.write(tx, {
      loginProviders: [{ ...provider, clientSecret: 'new' }],
      backups: { ...backups, target: { ...target, secretAccessKey: 'new' } },
    })
    const call = admin.client.tryCall('settings.update', {
      loginProviders: [{ ...open, label: 'The club' }],
      backups: { ...backups, target: { ...target, prefix: 'club/' } },
    })
    const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1)
    return { call }
  })
  expect(await saving.call).toMatchObject({ result: {} })
  // As the first write is in no change log, this node can have read it from the rows alone.
  expect(settings.current().loginProviders).toEqual([{ ...provider, label: 'The club', clientSecret: 'new' }])
  expect(settings.current().backups.target).toEqual({ ...target, prefix: 'club/', secretAccessKey: 'new' })
  await update({ loginProviders: [], backups: { schedule: null, keep: 7, target: { kind: 'folder' } } })
})

describe('a fresh sign-in', () => {
  const secret = { mailUrl: 'smtp://mail.example' }
  const later = (minutes: number): void => clock.set(clock.now() + minutes * 60_000)

  it('is needed for secrets, lasts ten minutes, and is not renewed by resuming the session or by another token', async () => {
    later(11)
    expect(await admin.client.expectError('settings.update', secret)).toMatchObject(FRESH_NEEDED)
    await update({ tagline: 'Every Tuesday' })
    await update({ tagline: '' })
    await admin.client.call('login', { resume: admin.token })
    expect(await admin.client.expectError('settings.update', secret)).toMatchObject(FRESH_NEEDED)
    const other = await signUp(testApp, 'Second boss')
    await grantRoles(testApp, other.id, ['admin'])
    later(11)
    await other.client.call('getNewToken')
    expect(await other.client.expectError('settings.update', secret)).toMatchObject(FRESH_NEEDED)
    await other.client.call('logoutOtherClients').then(login => other.client.call('login', { resume: (login as { token: string }).token }))
    expect(await other.client.expectError('settings.update', secret)).toMatchObject(FRESH_NEEDED)
  })

  it('comes from the right password, or from a sign-in', async () => {
    later(11)
    expect(await admin.client.expectError('account.confirmSignIn', { password: digestPassword('wrong password') })).toMatchObject({
      error: 403,
    })
    expect(await admin.client.expectError('settings.update', secret)).toMatchObject(FRESH_NEEDED)
    await admin.client.call('account.confirmSignIn', { password: digestPassword(PASSWORD) })
    await update(secret)
    await update({ mailUrl: null })
    later(11)
    await logIn(admin.client, 'Boss')
    await update(secret)
    await update({ mailUrl: null })
  })
})

describe('the test message', () => {
  it('goes by the mail server that is set at this moment, and shows what a server says that refuses it', async () => {
    expect(await admin.client.call('settings.sendTestMail', { to: 'boss@scores.example' })).toEqual({ by: 'file' })
    // As in other mails, a site without a name of its own is called by its host.
    expect((await testApp.mails()).at(-1)).toMatchObject({ subject: `Test message from ${new URL(testApp.app.address).host}` })
    await update({ mailUrl: server.url(), mailFrom: 'Club <club@scores.example>' })
    expect(await admin.client.call('settings.sendTestMail', { to: 'boss@scores.example' })).toEqual({ by: 'smtp' })
    expect(server.received.at(-1)).toMatchObject({ to: ['boss@scores.example'] })
    await update({ mailUrl: 'smtp://127.0.0.1:1' })
    expect(await admin.client.expectError('settings.sendTestMail', { to: 'boss@scores.example' })).toMatchObject({
      error: 409,
      details: { code: 'test-mail-refused', answer: expect.stringContaining('ECONNREFUSED') },
    })
    expect(await admin.client.expectError('settings.sendTestMail', { to: 'nobody' })).toMatchObject({ error: 400 })
    await update({ mailUrl: null, mailFrom: null })
  })
})

it('an OPDB file adds machines, once, and the audit log says so', async () => {
  const record = {
    opdb_id: 'GxxTest-Mxx1',
    is_machine: true,
    name: 'Settings Test Machine',
    type: 'ss',
    manufacturer: { name: 'Stern' },
    manufacture_date: '1999-01-01',
  }
  const records = [record, { opdb_id: 'nonsense' }].map(each => JSON.stringify(each))
  expect(await admin.client.call('machines.import', { records })).toEqual({ added: 1, changed: 0, unchanged: 0, refused: 1 })
  expect(await admin.client.call('machines.import', { records })).toEqual({ added: 0, changed: 0, unchanged: 1, refused: 1 })
  for (const bad of ['{}', 'not JSON'])
    expect(await admin.client.expectError('machines.import', { records: bad })).toMatchObject({
      error: 400,
      details: [{ path: 'records' }],
    })
})
