import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScoreDoc } from '../../src/features/scores/contract.ts'
import type { UploadedPicture } from '../../src/features/uploads/contract.ts'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { digestOf, grant, PASSWORD, type SignedUp, signUp, someMachine } from './people.ts'
import { drawPhoto, storedObjects, uploaded } from './pictures.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

const KIND = 'scorePicUpload'

let world: World
let machineId: string
let ada: SignedUp
let moderator: SignedUp
let photo: Buffer
let value = 1000

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  machineId = await someMachine(world)
  ada = await signUp(world, 'Ada')
  moderator = await signUp(world, 'Moderator')
  await grant(world, moderator.id, ['moderator'])
  photo = await drawPhoto(800, 600)
})
afterAll(() => world.close())

const idle = (): Promise<void> => world.app.features.uploads.intake.idle()
const objects = (): string[] => storedObjects(world)

interface Sent {
  scoreId: string
  given: { _id: string; machineId: string; value: number; picture: { key: string } }
}

async function submitWithPhoto(user: SignedUp, bytes = photo): Promise<Sent> {
  const given = { _id: uuidv7(), machineId, value: ++value * 10, picture: await uploaded(user, KIND, bytes) }
  const { scoreId } = await user.wire.call<{ scoreId: string }>('scores.submit', given)
  return { scoreId, given }
}

/** Opens the page of a score for a visitor. */
async function looking(
  scoreId: string,
): Promise<{ wire: Wire; score(): ScoreDoc; shown(): Promise<UploadedPicture>; history(): object[] }> {
  const wire = await Wire.open(world.endpoint)
  await wire.subscribe('scores.one', { scoreId })
  const score = (): ScoreDoc => wire.documents('scores').get(scoreId) as unknown as ScoreDoc
  return {
    wire,
    score,
    history: () => [...wire.documents('scoreHistory').values()],
    async shown() {
      await wire.until(() => score()?.picture !== undefined)
      return score().picture!
    },
  }
}

const pictureId = ({ url }: UploadedPicture): string => url.split('/').at(-2)!

describe('a score with a picture', () => {
  it('is recorded at once; its picture follows, upright, on the page that is open, and raises the version', async () => {
    const { scoreId } = await submitWithPhoto(ada)
    const page = await looking(scoreId)
    const picture = await page.shown()
    expect([picture.width, picture.height, page.score().version]).toEqual([600, 800, 2])
    const answer = await fetch(world.http + picture.url)
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(600)
    expect(page.history()).toHaveLength(1)
    await idle()
    expect(objects().filter(path => path.startsWith('incoming/'))).toEqual([])
    await page.wire.close()
  })

  it('is the same score when it is sent again, and takes the picture once', async () => {
    const { given } = await submitWithPhoto(ada)
    const first = await ada.wire.call('scores.submit', given)
    await idle()
    const before = objects()
    expect(await ada.wire.call('scores.submit', given)).toEqual(first)
    await idle()
    expect(objects()).toEqual(before)
    expect(await ada.wire.refusal('scores.submit', { ...given, picture: await uploaded(ada, KIND, photo) })).toMatchObject({ error: 409 })
    const { picture: _, ...without } = given
    expect(await ada.wire.refusal('scores.submit', without)).toMatchObject({ error: 409 })
  })

  it('sent twice at the same moment is one score with one picture', async () => {
    const given = { _id: uuidv7(), machineId, value: 4321, picture: await uploaded(ada, KIND, photo) }
    const other = await Wire.open(world.endpoint)
    await other.call('login', { resume: ada.token })
    const answers = await Promise.all([ada.wire.call('scores.submit', given), other.call('scores.submit', given)])
    expect(answers[0]).toEqual(answers[1])
    const { rows } = await world.app.database.pool.query('SELECT 1 FROM pictures WHERE subject_id = $1', [given._id])
    expect(rows).toHaveLength(1)
    await other.close()
  })

  it("is not recorded with somebody else's upload, with none, or with one that another score has", async () => {
    const bob = await signUp(world, 'Bob')
    const { given } = await submitWithPhoto(ada)
    const hers = await uploaded(ada, KIND, photo)
    const profile = await uploaded(bob, 'profilePicUpload', photo)
    for (const picture of [hers, profile, given.picture, { key: 'incoming/nothing.jpg' }]) {
      const _id = uuidv7()
      expect(await bob.wire.refusal('scores.submit', { _id, machineId, value: 7, picture })).toMatchObject({
        error: 404,
        reason: 'There is no such picture.',
      })
      const { rows } = await world.app.database.pool.query('SELECT 1 FROM scores WHERE id = $1', [_id])
      expect(rows).toEqual([])
    }
    expect(await ada.wire.refusal('scores.submit', { _id: uuidv7(), machineId, value: 7, picture: given.picture })).toMatchObject({
      error: 404,
    })
    await ada.wire.call('scores.submit', { _id: uuidv7(), machineId, value: 7, picture: hers })
  })

  it('stays when its picture cannot be taken in: its player is told why, and so is the history', async () => {
    await ada.wire.subscribe('user', 'u1', {})
    const { scoreId, given } = await submitWithPhoto(ada, Buffer.from('no picture at all'))
    await idle()
    const page = await looking(scoreId)
    expect(page.score().picture).toBe(undefined)
    expect(page.history()).toContainEqual(
      expect.objectContaining({
        action: 'edited',
        by: null,
        reason: expect.stringMatching(/^.+\.$/),
        changes: { picture: [false, false] },
      }),
    )
    await ada.wire.until(() => ada.wire.frames.some(frame => frame.includes('picture-refused')))
    expect(ada.wire.frames.some(frame => frame.includes(`"upload":"scorePicUpload","subjectId":"${scoreId}","reason":"`))).toBe(true)
    await idle()
    expect(objects()).not.toContain(given.picture.key)
    await page.wire.close()
  })
})

describe('correcting a score', () => {
  it('gives it a picture, another one, and none; each is in the history', async () => {
    const _id = uuidv7()
    await ada.wire.call('scores.submit', { _id, machineId, value: 99 })
    const page = await looking(_id)
    await ada.wire.call('scores.edit', { scoreId: _id, picture: await uploaded(ada, KIND, photo) })
    const first = await page.shown()
    await ada.wire.call('scores.edit', { scoreId: _id, picture: await uploaded(ada, KIND, photo) })
    await page.wire.until(() => page.score().picture !== undefined && page.score().picture!.url !== first.url)
    await ada.wire.call('scores.edit', { scoreId: _id, picture: null })
    await page.wire.until(() => page.score().picture === undefined)
    expect(page.history().map(entry => (entry as { changes: { picture?: boolean[] } }).changes.picture)).toEqual([
      undefined,
      [false, true],
      [true, true],
      [true, false],
    ])
    await idle()
    await idle()
    expect((await fetch(world.http + first.url)).status).toBe(404)
    await page.wire.close()
  })

  it('is not for others, whose upload stays theirs', async () => {
    const { scoreId } = await submitWithPhoto(ada)
    const eve = await signUp(world, 'Eve')
    const picture = await uploaded(eve, KIND, photo)
    expect(await eve.wire.refusal('scores.edit', { scoreId, picture })).toMatchObject({ error: 403 })
    await eve.wire.call('scores.submit', { _id: uuidv7(), machineId, value: 8, picture })
  })
})

describe('what takes a picture away', () => {
  it('a moderator does, and the history says who', async () => {
    const { scoreId } = await submitWithPhoto(ada)
    const page = await looking(scoreId)
    const picture = await page.shown()
    expect(await ada.wire.refusal('pictures.remove', { pictureId: pictureId(picture) })).toMatchObject({ error: 403 })
    await moderator.wire.call('pictures.remove', { pictureId: pictureId(picture) })
    await page.wire.until(() => page.score().picture === undefined)
    expect(page.history()).toContainEqual(
      expect.objectContaining({
        action: 'moderated',
        by: { userId: moderator.id, username: 'Moderator' },
        changes: { picture: [true, false] },
      }),
    )
    await idle()
    expect((await fetch(world.http + picture.url)).status).toBe(404)
    expect(await moderator.wire.refusal('pictures.remove', { pictureId: pictureId(picture) })).toMatchObject({ error: 404 })
    await page.wire.close()
  })

  it('removing the score does, also while the picture is being looked at', async () => {
    await idle()
    const before = objects()
    const { scoreId } = await submitWithPhoto(ada)
    await ada.wire.call('scores.remove', { scoreId })
    await idle()
    await idle()
    expect(objects()).toEqual(before)
    const { scoreId: other } = await submitWithPhoto(ada)
    await idle()
    await ada.wire.call('scores.remove', { scoreId: other })
    await idle()
    expect(objects()).toEqual(before)
  })

  it.each([true, false])('deleting the account does (scores erased: %s), from every page too', async eraseScores => {
    await idle()
    const before = objects()
    const user = await signUp(world, `Leaving ${eraseScores}`)
    const { scoreId } = await submitWithPhoto(user)
    const page = await looking(scoreId)
    await page.shown()
    const visitor = await Wire.open(world.endpoint)
    await visitor.subscribe('scores.recent', { machineId })
    await submitWithPhoto(user)
    await user.wire.call('account.delete', { password: digestOf(PASSWORD), eraseScores })
    await visitor.until(() => (visitor.documents('scores').get(scoreId) as ScoreDoc | undefined)?.picture === undefined)
    await idle()
    await idle()
    expect(objects()).toEqual(before)
    const { rows } = await world.app.database.pool.query('SELECT picture FROM scores WHERE user_id = $1 AND picture IS NOT NULL', [user.id])
    expect(rows).toEqual([])
    await Promise.all([page.wire.close(), visitor.close()])
  })
})

it('a report of a picture says whose it is, and there is none of a picture that is gone', async () => {
  const { scoreId } = await submitWithPhoto(ada)
  const page = await looking(scoreId)
  const subjectId = pictureId(await page.shown())
  const reporter = await signUp(world, 'Reporter')
  const report = { kind: 'picture', subjectId, reason: 'A face.' }
  await reporter.wire.call('reports.add', { _id: uuidv7(), ...report })
  await moderator.wire.subscribe('reports.list', { state: 'open' })
  expect([...moderator.wire.documents('reports').values()]).toContainEqual(
    expect.objectContaining({ label: expect.stringMatching(/^Picture of [\d,]+ on .+ by Ada$/), path: `/scores/${scoreId}` }),
  )
  await ada.wire.call('scores.edit', { scoreId, picture: null })
  expect(await reporter.wire.refusal('reports.add', { _id: uuidv7(), ...report })).toMatchObject({ error: 404 })
  await page.wire.close()
})

it('the export of an account holds its pictures as they are shown', async () => {
  const user = await signUp(world, 'Exporting')
  const { scoreId } = await submitWithPhoto(user)
  const page = await looking(scoreId)
  const picture = await page.shown()
  await user.wire.call('players.edit', { picture: await uploaded(user, 'profilePicUpload', photo) })
  await idle()
  const { url } = await user.wire.call<{ url: string }>('account.export', {})
  const files = unzipSync(new Uint8Array(await (await fetch(world.http + url)).arrayBuffer()))
  expect(JSON.parse(strFromU8(files['scores.json']!))).toEqual([expect.objectContaining({ scoreId, picture })])
  const shown = new Uint8Array(await (await fetch(world.http + picture.url)).arrayBuffer())
  expect(Buffer.from(files[`pictures/${KIND}/${pictureId(picture)}.jpg`]!).equals(shown)).toBe(true)
  expect(Object.keys(files).filter(name => name.startsWith('pictures/profilePicUpload/'))).toHaveLength(1)
  await page.wire.close()
})

describe("a player's picture", () => {
  it('stands small on boards, in feeds and beside comments, and changes there at once', async () => {
    const user = await signUp(world, 'Faces')
    const scoreId = uuidv7()
    await user.wire.call('scores.submit', { _id: scoreId, machineId, value: 900_000_000 })
    await user.wire.call('scores.comment', { _id: uuidv7(), scoreId, text: 'Mine' })
    const visitor = await Wire.open(world.endpoint)
    await visitor.subscribe('boards.top', { scope: { machineId }, window: 'all' })
    await visitor.subscribe('scores.recent', { machineId })
    const page = await looking(scoreId)
    const row = () => [...visitor.documents('boardRows').values()].find(each => each.userId === user.id) as { picture?: UploadedPicture }
    const card = () => visitor.documents('scores').get(scoreId) as unknown as ScoreDoc
    const comment = () => [...page.wire.documents('comments').values()][0] as { avatar?: object }
    expect([row().picture, card().avatar, comment().avatar]).toEqual([undefined, undefined, undefined])
    await user.wire.call('players.edit', { picture: await uploaded(user, 'profilePicUpload', photo) })
    await visitor.until(() => row().picture !== undefined && card().avatar !== undefined)
    await page.wire.until(() => comment().avatar !== undefined)
    expect(row().picture).toMatchObject({ width: 160, sizes: [{ width: 160 }] })
    const next = uuidv7()
    await user.wire.call('scores.submit', { _id: next, machineId, value: 900_000_001 })
    await visitor.until(() => visitor.documents('scores').has(next))
    expect(visitor.documents('scores').get(next)).toMatchObject({ avatar: { width: 160 } })
    const { rows } = await user.wire.call<{ rows: { userId: string; picture?: UploadedPicture }[] }>('boards.around', {
      scope: { machineId },
      userId: user.id,
    })
    expect(rows.find(({ userId }) => userId === user.id)?.picture).toMatchObject({ width: 160 })
    await user.wire.call('players.edit', { picture: null })
    await visitor.until(() => row().picture === undefined && card().avatar === undefined)
    await Promise.all([visitor.close(), page.wire.close()])
  })
})
