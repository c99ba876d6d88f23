import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type App, createApp } from '#app/server/app.ts'
import * as pages from '#app/ssr-entry.tsx'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { type Config, readConfig } from '#platform/config/config.ts'
import { appendChanges } from '#platform/db/change-log/write.ts'
import { createLog } from '#platform/log/log.ts'
import type { SettingsPatch } from '#platform/settings/site-settings.ts'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { signUp } from '../helpers/users.ts'

const MAIL_URL = 'smtps://scores:very-secret-word@mail.example:465'

let testApp: TestApp
const nodes: App[] = []
const folders: string[] = []

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
})
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})
afterAll(async () => {
  await testApp.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Starts one more node on the same database, with a data folder of its own. */
async function startNode(config: Partial<Config> = {}, log = createLog('silent')): Promise<App & { dataDir: string }> {
  const dataDir = config.dataDir ?? mkdtempSync(join(tmpdir(), 'skillshot-node-'))
  folders.push(dataDir)
  const node = await createApp({
    config: { ...readConfig({}), port: 0, rateLimits: 'off', ...config, dataDir },
    log,
    connection: testApp.connection,
    pages,
    client: null,
    clock: systemClock,
  })
  nodes.push(node)
  return Object.assign(node, { dataDir })
}

async function change(app: App, patch: SettingsPatch): Promise<void> {
  await app.changeLog.publish(await app.database.transaction(async tx => appendChanges(tx, await app.settings.write(tx, patch))))
}

const footer = async ({ port }: { port: number }): Promise<string> => (await fetch(`http://127.0.0.1:${port}/privacy`)).text()

describe('settings of the site', () => {
  it('are the defaults until they are set, and a setting with its default needs no row', async () => {
    const { settings, database } = testApp.app
    expect(settings.current()).toMatchObject({ name: 'Skillshot', signUps: 'open', invitations: 'administrators', mailUrl: null })
    await change(testApp.app, { signUps: 'invite' })
    expect([settings.current().signUps, settings.sourceOf('signUps')]).toEqual(['invite', 'database'])
    await change(testApp.app, { signUps: 'open' })
    expect([settings.current().signUps, settings.sourceOf('signUps')]).toEqual(['open', 'default'])
    expect(await database.db.selectFrom('site_settings').select('key').execute()).toEqual([])
  })

  it('are in force at once, on pages that were rendered before and for who signs up', async () => {
    const client = await DdpTestClient.open(testApp.endpoint)
    await client.subscribe('invitations.policy', {})
    expect(await footer(testApp.app)).not.toContain('https://forum.example/')
    await change(testApp.app, {
      signUps: 'closed',
      contact: 'us@scores.example',
      socialLinks: [{ text: 'Forum', href: 'https://forum.example' }],
    })
    const page = await footer(testApp.app)
    expect(page).toContain('href="https://forum.example/"')
    await client.waitUntil(() => client.documents('invitationPolicy').get('site')?.signUps === 'closed')
    await expect(signUp(testApp, 'Nobody')).rejects.toThrow('Signups forbidden')
    await expect.poll(() => footer(testApp.app)).toContain('mailto:us@scores.example')
    await change(testApp.app, { signUps: 'open', contact: null, socialLinks: [] })
    expect(await footer(testApp.app)).not.toContain('https://forum.example/')
    await (await signUp(testApp, 'Newcomer')).client.close()
    await client.close()
  })

  it('follow a change on every node without a restart', async () => {
    const other = await startNode()
    await change(testApp.app, { name: 'Flipper Club', signUps: 'invite' })
    await other.changeLog.catchUp()
    expect(other.settings.current()).toMatchObject({ name: 'Flipper Club', signUps: 'invite' })
    await change(other, { name: 'Skillshot', signUps: 'open' })
    await testApp.app.changeLog.catchUp()
    expect(testApp.app.settings.current()).toMatchObject({ name: 'Skillshot', signUps: 'open' })
  })

  it('are refused where the environment sets them, and where they are not valid', async () => {
    const strict = await startNode({ signUps: 'closed', mailUrl: 'smtp://mail.example' })
    await change(testApp.app, { signUps: 'invite' })
    await strict.changeLog.catchUp()
    expect([strict.settings.current().signUps, strict.settings.sourceOf('signUps')]).toEqual(['closed', 'environment'])
    await expect(change(strict, { signUps: 'open' })).rejects.toMatchObject({
      details: [{ path: 'signUps', message: 'is set by the environment (SIGN_UPS)' }],
    })
    const bad: [SettingsPatch, string][] = [
      [{ name: '' }, 'name'],
      [{ accentColor: 'red' }, 'accentColor'],
      [{ mailUrl: 'https://mail.example' }, 'mailUrl'],
      [{ mailFrom: 'Skillshot' }, 'mailFrom'],
      [{ contact: 'javascript:alert(1)' }, 'contact'],
      [{ socialLinks: [{ text: 'Forum', href: 'http://forum.example' }] }, 'socialLinks.0.href'],
    ]
    for (const [patch, path] of bad)
      await expect(change(testApp.app, patch), path).rejects.toMatchObject({ error: 400, details: [{ path }] })
    await change(testApp.app, { signUps: 'open' })
  })

  it('hold secrets sealed in the database and the change log, and write none into the log', async () => {
    const recorded = new RecordedLog('trace')
    const node = await startNode({ dataDir: testApp.dataDir }, recorded.log)
    await change(node, { mailUrl: MAIL_URL })
    await testApp.app.changeLog.catchUp()
    expect(testApp.app.settings.current().mailUrl).toBe(MAIL_URL)
    expect(await dumpTables(testApp)).not.toContain('very-secret-word')
    const { rows } = await node.database.pool.query<{ sealed: Buffer; body: string }>(
      `SELECT (SELECT sealed FROM site_settings WHERE key = 'mailUrl') AS sealed, (SELECT body::text FROM feed WHERE kind = 'settings' ORDER BY n DESC LIMIT 1) AS body`,
    )
    expect(rows[0]!.sealed.toString('latin1')).not.toContain('secret')
    expect(rows[0]!.body).not.toContain('secret')
    await change(node, { mailUrl: null })
    expect(recorded.text).not.toContain('very-secret-word')
  })

  it('that cannot be opened count as not set, and the log names them without their content', async () => {
    await change(testApp.app, { mailUrl: MAIL_URL })
    const recorded = new RecordedLog('error')
    const stranger = await startNode({}, recorded.log)
    expect(stranger.settings.current().mailUrl).toBeNull()
    expect(recorded.all).toContainEqual(expect.objectContaining({ setting: 'mailUrl' }))
    expect(recorded.text).not.toContain('very-secret-word')
    await change(testApp.app, { mailUrl: null })
  })
})

describe('a key for secrets in the environment', () => {
  const secretsKey = randomBytes(32).toString('base64url')
  afterEach(async () => {
    await testApp.app.database.pool.query('DELETE FROM site_secrets')
  })

  it('lets nodes without a common folder share the keys that the site makes, sealed in the database', async () => {
    const [one, two] = [await startNode({ secretsKey }), await startNode({ secretsKey })]
    const publicKey = async (node: App): Promise<unknown> => {
      const user = await signUp({ endpoint: `ws://127.0.0.1:${node.port}/websocket` }, `Push ${nodes.indexOf(node)}`)
      await user.client.subscribe('notifications.mine', {})
      const [settings] = [...user.client.documents('notificationSettings').values()]
      await user.client.close()
      return settings?.publicKey
    }
    expect(await publicKey(one)).toBe(await publicKey(two))
    await change(one, { mailUrl: MAIL_URL })
    await two.changeLog.catchUp()
    expect(two.settings.current().mailUrl).toBe(MAIL_URL)
    for (const { dataDir } of [one, two]) expect(readdirSync(dataDir)).not.toContain('secrets')
    await change(one, { mailUrl: null })
  })

  it('takes the keys over that the data folder has, and opens what was sealed by them', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-node-'))
    const before = await startNode({ dataDir })
    await change(before, { mailUrl: MAIL_URL })
    mkdirSync(join(dataDir, 'secrets'), { recursive: true })
    const invitations = randomBytes(32).toString('base64url')
    writeFileSync(join(dataDir, 'secrets/invitations'), invitations)
    const after = await startNode({ dataDir, secretsKey })
    expect(after.settings.current().mailUrl).toBe(MAIL_URL)
    expect(await dumpTables(testApp)).not.toContain(invitations)
    const other = await startNode({ secretsKey })
    expect(other.secrets.get('invitations')).toBe(invitations)
    expect(other.settings.current().mailUrl).toBe(MAIL_URL)
    await change(before, { mailUrl: null })
  })

  it('stops the start where it is another key, or missing', async () => {
    await startNode({ secretsKey })
    await expect(startNode({ secretsKey: randomBytes(32).toString('base64url') })).rejects.toThrow('SECRETS_KEY is not the key')
    await expect(startNode()).rejects.toThrow('SECRETS_KEY is missing')
  })
})
