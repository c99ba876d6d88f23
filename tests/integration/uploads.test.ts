import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UploadedPicture, UploadInstructions } from '../../src/features/uploads/contract.ts'
import { type SignedUp, signUp } from './people.ts'
import { drawPhoto, fileFacts, send, storedObjects, uploaded } from './pictures.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World
let ada: SignedUp
let photo: Buffer

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  ada = await signUp(world, 'Ada')
  photo = await drawPhoto()
})
afterAll(() => world.close())

const idle = (): Promise<void> => world.app.features.uploads.intake.idle()

const objects = (): string[] => storedObjects(world)

describe('slingshot/uploadRequest', () => {
  it('answers with what the mission lists, in its order', async () => {
    const instructions = await ada.wire.call<UploadInstructions>('slingshot/uploadRequest', 'profilePicUpload', fileFacts(photo), null)
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
    expect(await ada.wire.refusal('slingshot/uploadRequest', ...params)).toMatchObject(error)
  })

  it('is not for visitors', async () => {
    const visitor = await Wire.open(world.endpoint)
    expect(await visitor.refusal('slingshot/uploadRequest', 'profilePicUpload', fileFacts(photo))).toMatchObject({
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
  const request = (user: SignedUp, bytes: Buffer): Promise<UploadInstructions> =>
    user.wire.call<UploadInstructions>('slingshot/uploadRequest', 'profilePicUpload', fileFacts(bytes), null)
  const keyOf = ({ postData }: UploadInstructions): string => postData.find(({ name }) => name === 'key')!.value

  it('answers 404 until the picture is processed, then the processed picture, and 404 once it is taken away', async () => {
    const user = await signUp(world, 'Downloader')
    const asked = await request(user, photo)
    expect(asked.download.startsWith(world.app.address)).toBe(true)
    expect(await fetched(asked.download)).toBe(null)
    expect(await send(asked, photo)).toBe(204)
    expect(await fetched(asked.download)).toBe(null)
    await user.wire.subscribe('players.one', { username: 'Downloader' })
    await user.wire.call('players.edit', { picture: { key: keyOf(asked) } })
    await idle()
    const shown = await fetched(asked.download)
    const { exif, width, height } = await sharp(shown!).metadata()
    expect([exif, width, height, shown!.equals(photo)]).toEqual([undefined, 1200, 1600, false])
    await user.wire.until(() => user.wire.documents('players').get(user.id)?.picture !== undefined)
    const { url } = user.wire.documents('players').get(user.id)!.picture as unknown as UploadedPicture
    expect(new URL(url, world.http).pathname).toBe(new URL(asked.download).pathname)
    await user.wire.call('players.edit', { picture: null })
    await idle()
    expect(await fetched(asked.download)).toBe(null)
  })

  it('never shows the file as it was sent, nor of whom it is, also when it is refused', async () => {
    const user = await signUp(world, 'Refused')
    const bytes = Buffer.from('not a picture at all')
    const asked = await request(user, bytes)
    expect(await send(asked, bytes)).toBe(204)
    await user.wire.call('players.edit', { picture: { key: keyOf(asked) } })
    await idle()
    expect(await fetched(asked.download)).toBe(null)
    expect((await fetch(`${asked.upload}/${keyOf(asked)}`)).status).toBe(404)
    const [owner, name] = keyOf(asked).replace('.jpg', '').split('/').slice(2) as [string, string]
    for (const part of [owner, name, user.id]) expect(asked.download).not.toContain(part)
  })
})

describe('a profile picture', () => {
  it('is taken in, shown upright in several sizes to everybody, and the original is gone', async () => {
    const before = objects()
    const visitor = await Wire.open(world.endpoint)
    await visitor.subscribe('players.one', { username: 'Ada' })
    await ada.wire.call('players.edit', { picture: await uploaded(ada, 'profilePicUpload', photo) })
    await visitor.until(() => visitor.documents('players').get(ada.id)?.picture !== undefined)
    const picture = visitor.documents('players').get(ada.id)!.picture as unknown as UploadedPicture
    expect([picture.width, picture.height]).toEqual([1200, 1600])
    expect(picture.sizes.map(({ width }) => width)).toEqual([160, 640])
    expect(picture.placeholder).toMatch(/^data:image\/webp;base64,/)
    const answer = await fetch(world.http + picture.url)
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
    const user = await signUp(world, 'Changing')
    const before = objects()
    await user.wire.call('players.edit', { picture: await uploaded(user, 'profilePicUpload', photo) })
    await idle()
    const first = objects().filter(path => !before.includes(path))
    expect(first.length).toBeGreaterThanOrEqual(3)
    await user.wire.call('players.edit', { picture: await uploaded(user, 'profilePicUpload', photo) })
    await idle()
    await idle()
    expect(objects().filter(path => first.includes(path))).toEqual([])
    await user.wire.call('players.edit', { picture: null })
    await idle()
    expect(objects()).toEqual(before)
  })

  it("cannot be another's upload, of another kind, or none at all; the same again changes nothing", async () => {
    const bob = await signUp(world, 'Bob')
    const picture = await uploaded(ada, 'profilePicUpload', photo)
    for (const other of [picture, { key: 'incoming/none.jpg' }, { key: '../../etc/passwd' }])
      expect(await bob.wire.refusal('players.edit', { picture: other })).toMatchObject({ error: 404, reason: 'There is no such picture.' })
    for (let i = 0; i < 2; i++) await ada.wire.call('players.edit', { picture })
    await idle()
    await ada.wire.call('players.edit', { picture })
    expect(await bob.wire.refusal('players.edit', { picture })).toMatchObject({ error: 404 })
    expect(await ada.wire.refusal('players.edit', { picture: await uploaded(ada, 'scorePicUpload', photo) })).toMatchObject({ error: 404 })
  })

  it('goes with its owner: no file of a deleted account stays', async () => {
    const before = objects()
    const user = await signUp(world, 'Leaving')
    await user.wire.call('players.edit', { picture: await uploaded(user, 'profilePicUpload', photo) })
    await uploaded(user, 'profilePicUpload', photo)
    await idle()
    expect(objects().length).toBeGreaterThan(before.length)
    await user.wire.call('account.delete', { password: 'correct horse battery', eraseScores: false })
    await idle()
    expect(objects()).toEqual(before)
  })
})

it('[U6] sweeps what nobody attached within a day, and leaves the rest', async () => {
  const before = objects().filter(path => !path.startsWith('incoming/'))
  await uploaded(ada, 'profilePicUpload', photo)
  await world.app.features.uploads.intake.sweep()
  expect(objects().length).toBeGreaterThan(before.length)
  await world.app.database.pool.query(`UPDATE uploads SET asked_at = now() - interval '25 hours'`)
  await world.app.features.uploads.intake.sweep()
  expect(objects()).toEqual(before)
})
