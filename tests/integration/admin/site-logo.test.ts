import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import type { UploadedPicture } from '#uploads/contract.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { describeFile, drawPhoto, listStoredObjects, uploadPicture } from '../helpers/pictures.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, firstMachineId, grantRoles, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const KIND = 'siteLogoUpload'
const PLAIN_ICON = '<link rel="icon" href="/icon.svg" type="image/svg+xml">'
const CLIENT_DIR = join(import.meta.dirname, '../../../public')

let testApp: TestApp
let admin: TestUser
let visitor: DdpTestClient
let photo: Buffer

beforeAll(async () => {
  const assets = { versions: { version: 'v', versionRefreshable: 'r', versionNonRefreshable: 'n' }, start: '/s.js', script: '/a.js' }
  testApp = await createTestApp({
    config: { rateLimits: 'off' },
    client: { dir: CLIENT_DIR, assets: { ...assets, styles: [], preload: [], modules: new Map() } },
  })
  admin = await signUp(testApp, 'Boss')
  await grantRoles(testApp, admin.id, ['admin'])
  await admin.client.subscribe('settings.all', {})
  visitor = await DdpTestClient.open(testApp.endpoint)
  await visitor.subscribe('meteor_autoupdate_clientVersions')
  photo = await drawPhoto(600, 600)
})
afterAll(() => testApp.close())

const current = (): UploadedPicture | null => admin.client.documents('settings').get('logo')?.value as UploadedPicture | null
const published = (): unknown => visitor.documents('siteSettings').get('site')?.logo
const get = (path: string): Promise<Response> => fetch(testApp.http + path)
const text = async (path: string): Promise<string> => (await get(path)).text()

async function setLogo(): Promise<UploadedPicture> {
  const before = current()?.url
  await admin.client.call('settings.update', { logo: await uploadPicture(admin, KIND, photo) })
  await admin.client.waitUntil(() => current() !== null && current()!.url !== before)
  await testApp.settled()
  return current()!
}

async function removeLogo(): Promise<void> {
  await admin.client.call('settings.update', { logo: null })
  await admin.client.waitUntil(() => current() === null)
  await testApp.settled()
}

describe('the logo of the site', () => {
  it('is set by administrators alone', async () => {
    const player = await signUp(testApp, 'Player')
    const request = [KIND, describeFile(photo), null] as const
    expect(await player.client.expectError('slingshot/uploadRequest', ...request)).toMatchObject({ error: 'Unauthorized' })
    const stolen = { logo: await uploadPicture(admin, KIND, photo) }
    expect(await player.client.expectError('settings.update', stolen)).toMatchObject({ error: 403 })
    expect(await admin.client.expectError('settings.update', { logo: { key: 'nothing' } })).toMatchObject({ error: 404 })
    const avatar = { logo: await uploadPicture(admin, 'profilePicUpload', photo) }
    expect(await admin.client.expectError('settings.update', avatar)).toMatchObject({ error: 404 })
    expect(current()).toBeNull()
  })

  it('reaches pages, open pages, icons, the manifest, feeds, mails and share cards, and leaves them again', async () => {
    const scoreId = uuidv7()
    await admin.client.call('scores.submit', { _id: scoreId, machineId: await firstMachineId(testApp), value: 1000 })
    const plain = { feed: await text('/feed.atom'), card: (await get(`/scores/${scoreId}/card.png`)).headers }
    expect(await text('/privacy')).toContain(PLAIN_ICON)
    expect((await get('/branding/192.png')).status).toBe(404)

    const logo = await setLogo()
    const small = logo.sizes[0]!.url
    await visitor.waitUntil(() => published() === small)
    await expect.poll(() => text('/privacy')).toContain(`src="${small}"`)
    const page = await text('/privacy')
    const [, icon] = /<link rel="icon" href="([^"]+)">/.exec(page)!
    const answer = await get(icon!)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const manifest = JSON.parse(await text('/manifest.webmanifest')) as { icons: { src: string; sizes: string }[] }
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
    for (const { src, sizes } of manifest.icons) expect(await sidesOf(src), src).toBe(sizes)
    expect(await text('/feed.atom')).toContain(`<icon>${testApp.app.address}${icon}</icon>`)
    expect((await get(`/scores/${scoreId}/card.png`)).headers.get('etag')).not.toBe(plain.card.get('etag'))
    await admin.client.call('settings.sendTestMail', { to: 'boss@flipper.example' })
    expect((await testApp.mails()).at(-1)!.html).toContain(`<img src="${testApp.app.address}/branding/96.png?v=`)

    await removeLogo()
    await visitor.waitUntil(() => published() === undefined)
    await expect.poll(() => text('/privacy')).toContain(PLAIN_ICON)
    expect(await text('/feed.atom')).toBe(plain.feed)
    expect((await get('/branding/192.png')).status).toBe(404)
    await testApp.app.features.uploads.imageProcessor.idle()
    expect(listStoredObjects(testApp).filter(path => path.startsWith(`pictures/${KIND}`))).toEqual([])
  })

  it('is replaced, and what a resent call names again changes nothing', async () => {
    const picture = await uploadPicture(admin, KIND, photo)
    for (let i = 0; i < 2; i++) await admin.client.call('settings.update', { logo: picture })
    await admin.client.waitUntil(() => current() !== null)
    const first = current()!.url
    const { rows } = await testApp.app.database.pool.query("SELECT FROM audit_log WHERE action = 'settings.update' AND details ? 'logo'")
    const entries = rows.length
    await admin.client.call('settings.update', { logo: picture })
    expect((await testApp.app.database.pool.query("SELECT FROM audit_log WHERE details ? 'logo'")).rows).toHaveLength(entries)
    const second = await setLogo()
    expect(second.url).not.toBe(first)
    await testApp.app.features.uploads.imageProcessor.idle()
    expect((await get(first)).status).toBe(404)
    await removeLogo()
  })

  it('stays when the administrator who sent it deletes the account, and a moderator may remove it', async () => {
    const other = await signUp(testApp, 'Other')
    await grantRoles(testApp, other.id, ['admin'])
    await other.client.call('settings.update', { logo: await uploadPicture(other, KIND, photo) })
    await admin.client.waitUntil(() => current() !== null)
    await other.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })
    expect((await get(current()!.url)).status).toBe(200)
    const moderator = await signUp(testApp, 'Moderator')
    await grantRoles(testApp, moderator.id, ['moderator'])
    await moderator.client.call('pictures.remove', { pictureId: current()!.url.split('/').at(-2) })
    await admin.client.waitUntil(() => current() === null)
  })
})

async function sidesOf(path: string): Promise<string> {
  const png = Buffer.from(await (await get(path)).arrayBuffer())
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
}
