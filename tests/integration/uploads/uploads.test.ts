import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UploadedPicture, UploadInstructions } from '#uploads/contract.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { describeFile, drawPhoto, listStoredObjects, sendUpload, uploadPicture } from '../helpers/pictures.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let ada: TestUser
let photo: Buffer

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada')
  photo = await drawPhoto()
})
afterAll(() => testApp.close())

const idle = (): Promise<void> => testApp.app.features.uploads.imageProcessor.idle()

const objects = (): string[] => listStoredObjects(testApp)

describe('slingshot/uploadRequest', () => {
  it('answers with what the mission lists, in its order', async () => {
    const instructions = await ada.client.call<UploadInstructions>('slingshot/uploadRequest', 'profilePicUpload', describeFile(photo), null)
    expect(Object.keys(instructions)).toEqual(['upload', 'download', 'postData', 'headers'])
    expect(instructions.headers).toEqual({})
    expect(instructions.postData.map(({ name }) => name)).toEqual([
      'key',
      'bucket',
      'Content-Type',
      'Content-Disposition',
      'x-amz-algorithm',
      'x-amz-credential',
      'x-amz-date',
      'policy',
      'x-amz-signature',
    ])
  })

  it.each<[what: string, params: unknown[], error: object]>([
    [
      'an unknown directive',
      ['nothing', { size: 1 }],
      { error: 'Invalid directive', reason: 'The directive nothing does not seem to exist' },
    ],
    [
      'a file too large',
      ['scorePicUpload', { size: 2_097_153, type: 'image/jpeg' }],
      { error: 'Upload denied', reason: 'File exceeds allowed size of 2 MB', message: 'File exceeds allowed size of 2 MB [Upload denied]' },
    ],
    [
      'another type',
      ['profilePicUpload', { size: 1, type: 'image/png' }],
      { error: 'Upload denied', reason: 'Only files of type image/jpeg can be uploaded' },
    ],
    ['no parameters', [], { error: 400, reason: 'Match failed' }],
    ['a size that is none', ['profilePicUpload', { size: -1 }], { error: 400, reason: 'Match failed' }],
    ['an unknown key of the file', ['profilePicUpload', { size: 1, path: '/' }], { error: 400, reason: 'Match failed' }],
    ['a type that is none', ['profilePicUpload', { size: 1, type: 'jpeg' }], { error: 400, reason: 'Match failed' }],
  ])('refuses %s', async (_, params, error) => {
    expect(await ada.client.expectError('slingshot/uploadRequest', ...params)).toMatchObject(error)
  })

  it('is not for visitors', async () => {
    const visitor = await DdpTestClient.open(testApp.endpoint)
    expect(await visitor.expectError('slingshot/uploadRequest', 'profilePicUpload', describeFile(photo))).toMatchObject({
      error: 'Unauthorized',
      reason: 'You are not allowed to upload this file',
    })
    await visitor.close()
  })
})

describe('the download address', () => {
  /** Returns what a client fetches at the address: the picture, or null for a 404 with `no-store`. */
  async function fetched(download: string): Promise<Buffer | null> {
    const answer = await fetch(download)
    const body = Buffer.from(await answer.arrayBuffer())
    if (answer.status === 404) {
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(String(body)).toBe('There is no such picture.\n')
      return null
    }
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    return body
  }
  const request = (user: TestUser, bytes: Buffer): Promise<UploadInstructions> =>
    user.client.call<UploadInstructions>('slingshot/uploadRequest', 'profilePicUpload', describeFile(bytes), null)
  const getKey = ({ postData }: UploadInstructions): string => postData.find(({ name }) => name === 'key')!.value

  it('answers 404 until the picture is processed, then the processed picture, and 404 once it is taken away', async () => {
    const user = await signUp(testApp, 'Downloader')
    const body = await request(user, photo)
    expect(body.download.startsWith(testApp.app.address)).toBe(true)
    expect(await fetched(body.download)).toBe(null)
    expect(await sendUpload(body, photo)).toBe(204)
    expect(await fetched(body.download)).toBe(null)
    await user.client.subscribe('players.one', { username: 'Downloader' })
    await user.client.call('players.edit', { picture: { key: getKey(body) } })
    await idle()
    const shown = await fetched(body.download)
    const { exif, width, height } = await sharp(shown!).metadata()
    expect([exif, width, height, shown!.equals(photo)]).toEqual([undefined, 1200, 1600, false])
    await user.client.waitUntil(() => user.client.documents('players').get(user.id)?.picture !== undefined)
    const { url } = user.client.documents('players').get(user.id)!.picture as unknown as UploadedPicture
    expect(new URL(url, testApp.http).pathname).toBe(new URL(body.download).pathname)
    await user.client.call('players.edit', { picture: null })
    await idle()
    expect(await fetched(body.download)).toBe(null)
  })

  it('never shows the file as it was sent, nor of whom it is, also when it is refused', async () => {
    const user = await signUp(testApp, 'Refused')
    const bytes = Buffer.from('not a picture at all')
    const body = await request(user, bytes)
    expect(await sendUpload(body, bytes)).toBe(204)
    await user.client.call('players.edit', { picture: { key: getKey(body) } })
    await idle()
    expect(await fetched(body.download)).toBe(null)
    expect((await fetch(`${body.upload}/${getKey(body)}`)).status).toBe(404)
    const [owner, name] = getKey(body).replace('.jpg', '').split('/').slice(2) as [string, string]
    for (const part of [owner, name, user.id]) expect(body.download).not.toContain(part)
  })
})

describe('a profile picture', () => {
  it('is taken in, shown upright in several sizes to everybody, and the original is gone', async () => {
    const before = objects()
    const visitor = await DdpTestClient.open(testApp.endpoint)
    await visitor.subscribe('players.one', { username: 'Ada' })
    await ada.client.call('players.edit', { picture: await uploadPicture(ada, 'profilePicUpload', photo) })
    await visitor.waitUntil(() => visitor.documents('players').get(ada.id)?.picture !== undefined)
    const picture = visitor.documents('players').get(ada.id)!.picture as unknown as UploadedPicture
    expect([picture.width, picture.height]).toEqual([1200, 1600])
    expect(picture.sizes.map(({ width }) => width)).toEqual([160, 640])
    expect(picture.placeholder).toMatch(/^data:image\/webp;base64,/)
    const answer = await fetch(testApp.http + picture.url)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'public, max-age=31536000, immutable',
    ])
    const shown = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([shown.width, shown.height, shown.orientation, shown.exif]).toEqual([1200, 1600, undefined, undefined])
    await idle()
    expect(
      objects()
        .filter(path => !before.includes(path))
        .every(path => path.startsWith('pictures/profilePicUpload/')),
    ).toBe(true)
    await visitor.close()
  })

  it('gives way to the next one, and goes when it is taken away: with all its files', async () => {
    const user = await signUp(testApp, 'Changing')
    const before = objects()
    await user.client.call('players.edit', { picture: await uploadPicture(user, 'profilePicUpload', photo) })
    await idle()
    const first = objects().filter(path => !before.includes(path))
    expect(first.length).toBeGreaterThanOrEqual(3)
    await user.client.call('players.edit', { picture: await uploadPicture(user, 'profilePicUpload', photo) })
    await idle()
    await idle()
    expect(objects().filter(path => first.includes(path))).toEqual([])
    await user.client.call('players.edit', { picture: null })
    await idle()
    expect(objects()).toEqual(before)
  })

  it("cannot be another's upload, of another kind, or none at all; the same again changes nothing", async () => {
    const bob = await signUp(testApp, 'Bob')
    const picture = await uploadPicture(ada, 'profilePicUpload', photo)
    for (const other of [picture, { key: 'incoming/none.jpg' }, { key: '../../etc/passwd' }])
      expect(await bob.client.expectError('players.edit', { picture: other })).toMatchObject({
        error: 404,
        reason: 'There is no such picture.',
      })
    for (let i = 0; i < 2; i++) await ada.client.call('players.edit', { picture })
    await idle()
    await ada.client.call('players.edit', { picture })
    expect(await bob.client.expectError('players.edit', { picture })).toMatchObject({ error: 404 })
    expect(await ada.client.expectError('players.edit', { picture: await uploadPicture(ada, 'scorePicUpload', photo) })).toMatchObject({
      error: 404,
    })
  })

  it('goes with its owner: no file of a deleted account stays', async () => {
    const before = objects()
    const user = await signUp(testApp, 'Leaving')
    await user.client.call('players.edit', { picture: await uploadPicture(user, 'profilePicUpload', photo) })
    await uploadPicture(user, 'profilePicUpload', photo)
    await idle()
    expect(objects().length).toBeGreaterThan(before.length)
    await user.client.call('account.delete', { password: 'correct horse battery', eraseScores: false })
    await idle()
    expect(objects()).toEqual(before)
  })
})

it('[U6] sweeps what nobody attached within a day, and leaves the rest', async () => {
  const before = objects().filter(path => !path.startsWith('incoming/'))
  await uploadPicture(ada, 'profilePicUpload', photo)
  await testApp.app.features.uploads.imageProcessor.sweep()
  expect(objects().length).toBeGreaterThan(before.length)
  await testApp.app.database.pool.query(`UPDATE uploads SET asked_at = now() - interval '25 hours'`)
  await testApp.app.features.uploads.imageProcessor.sweep()
  expect(objects()).toEqual(before)
})
