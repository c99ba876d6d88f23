import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Picture } from '../../src/features/uploads/contract.ts'
import type { UploadInstructions } from '../../src/platform/storage/storage.ts'
import { type SignedUp, signUp } from './people.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World
let ada: SignedUp
let photo: Buffer

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  ada = await signUp(world, 'Ada')
  photo = await sharp({
    create: { width: 1600, height: 1200, channels: 3, background: 'black', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
    .jpeg({ quality: 60 })
    .withMetadata({ orientation: 6 })
    .toBuffer()
})
afterAll(() => world.close())

const facts = (bytes: Buffer) => ({ name: 'photo.jpg', size: bytes.length, type: 'image/jpeg' })

/** Sends a file as the mission's client does. @returns the status of the answer */
async function send({ upload, postData }: UploadInstructions, bytes: Buffer): Promise<number> {
  const form = new FormData()
  for (const { name, value } of postData) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
  return (await fetch(upload, { method: 'POST', body: form })).status
}

async function uploaded(user: SignedUp, kind: string, bytes: Buffer, context: object | null = null): Promise<{ key: string }> {
  const instructions = await user.wire.call<UploadInstructions>('slingshot/uploadRequest', kind, facts(bytes), context)
  expect(await send(instructions, bytes)).toBe(204)
  return { key: instructions.postData.find(({ name }) => name === 'key')!.value }
}

const idle = (): Promise<void> => world.app.features.uploads.intake.idle()

/** Paths of all stored objects. */
const objects = (): string[] => {
  const root = join(world.dataDir, 'storage')
  if (!existsSync(root)) return []
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

describe('slingshot/uploadRequest', () => {
  it('answers with what the mission lists, in its order', async () => {
    const instructions = await ada.wire.call<UploadInstructions>('slingshot/uploadRequest', 'profilePicUpload', facts(photo), null)
    expect(Object.keys(instructions)).toEqual(['upload', 'download', 'postData'])
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
    expect(await visitor.refusal('slingshot/uploadRequest', 'profilePicUpload', facts(photo))).toMatchObject({
      error: 'Unauthorized',
      reason: 'You are not allowed to upload this file',
    })
    await visitor.close()
  })
})

describe('a profile picture', () => {
  it('is taken in, shown upright in several sizes to everybody, and the original is gone', async () => {
    const before = objects()
    const visitor = await Wire.open(world.endpoint)
    await visitor.subscribe('players.one', { username: 'Ada' })
    await ada.wire.call('players.edit', { picture: await uploaded(ada, 'profilePicUpload', photo) })
    await visitor.until(() => visitor.documents('players').get(ada.id)?.picture !== undefined)
    const picture = visitor.documents('players').get(ada.id)!.picture as unknown as Picture
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

  it("cannot be another's upload, of another kind, twice, or none at all", async () => {
    const bob = await signUp(world, 'Bob')
    const picture = await uploaded(ada, 'profilePicUpload', photo)
    for (const other of [picture, { key: 'incoming/none.jpg' }, { key: '../../etc/passwd' }])
      expect(await bob.wire.refusal('players.edit', { picture: other })).toMatchObject({ error: 404, reason: 'There is no such picture.' })
    await ada.wire.call('players.edit', { picture })
    expect(await ada.wire.refusal('players.edit', { picture })).toMatchObject({ error: 404 })
    await idle()
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

it('sweeps what nobody attached within a day, and leaves the rest', async () => {
  const before = objects()
  await uploaded(ada, 'profilePicUpload', photo)
  await world.app.features.uploads.intake.sweep()
  expect(objects()).toHaveLength(before.length + 1)
  await world.app.database.pool.query(`UPDATE uploads SET asked_at = now() - interval '25 hours'`)
  await world.app.features.uploads.intake.sweep()
  expect(objects()).toEqual(before)
})
