import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LocalDisk } from '#platform/storage/local-disk.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { ScoreDoc } from '#scores/contract/scores.ts'
import type { UploadedPicture } from '#uploads/contract.ts'
import { readPictureId } from '#uploads/server/keys.ts'
import { createDeferred } from '../../deferred.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { drawPhoto, listStoredObjects, uploadPicture } from '../helpers/pictures.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, firstMachineId, grantRoles, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const KIND = 'scorePicUpload'

let testApp: TestApp
let machineId: string
let ada: TestUser
let moderator: TestUser
let photo: Buffer
let value = 1000

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  machineId = await firstMachineId(testApp)
  ada = await signUp(testApp, 'Ada')
  moderator = await signUp(testApp, 'Moderator')
  await grantRoles(testApp, moderator.id, ['moderator'])
  photo = await drawPhoto(800, 600)
})
afterAll(() => testApp.close())

const idle = (): Promise<void> => testApp.app.features.uploads.imageProcessor.idle()
const objects = (): string[] => listStoredObjects(testApp)

interface Sent {
  scoreId: string
  given: { _id: string; machineId: string; value: number; picture: { key: string } }
}

async function submitWithPhoto(user: TestUser, bytes = photo): Promise<Sent> {
  const input = { _id: uuidv7(), machineId, value: ++value * 10, picture: await uploadPicture(user, KIND, bytes) }
  const { scoreId } = await user.client.call<{ scoreId: string }>('scores.submit', input)
  return { scoreId, given: input }
}

/** Opens the page of a score for a visitor. */
async function looking(
  scoreId: string,
): Promise<{ client: DdpTestClient; score(): ScoreDoc; shown(): Promise<UploadedPicture>; history(): object[] }> {
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.subscribe('scores.one', { scoreId })
  const score = (): ScoreDoc => client.documents('scores').get(scoreId) as unknown as ScoreDoc
  return {
    client,
    score,
    history: () => [...client.documents('scoreHistory').values()],
    async shown() {
      await client.waitUntil(() => score()?.picture !== undefined)
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
    const answer = await fetch(testApp.http + picture.url)
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(600)
    expect(page.history()).toHaveLength(1)
    await idle()
    expect(objects().filter(path => path.startsWith('incoming/'))).toEqual([])
    await page.client.close()
  })

  it('is the same score when it is sent again, and takes the picture once', async () => {
    const { given: input } = await submitWithPhoto(ada)
    const first = await ada.client.call('scores.submit', input)
    await idle()
    const before = objects()
    expect(await ada.client.call('scores.submit', input)).toEqual(first)
    await idle()
    expect(objects()).toEqual(before)
    expect(await ada.client.expectError('scores.submit', { ...input, picture: await uploadPicture(ada, KIND, photo) })).toMatchObject({
      error: 409,
    })
    const { picture: _, ...without } = input
    expect(await ada.client.expectError('scores.submit', without)).toMatchObject({ error: 409 })
  })

  it('sent twice at the same moment is one score with one picture', async () => {
    const input = { _id: uuidv7(), machineId, value: 4321, picture: await uploadPicture(ada, KIND, photo) }
    const other = await DdpTestClient.open(testApp.endpoint)
    await other.call('login', { resume: ada.token })
    const answers = await Promise.all([ada.client.call('scores.submit', input), other.call('scores.submit', input)])
    expect(answers[0]).toEqual(answers[1])
    const { rows } = await testApp.app.database.pool.query('SELECT 1 FROM pictures WHERE subject_id = $1', [input._id])
    expect(rows).toHaveLength(1)
    await other.close()
  })

  it("is not recorded with somebody else's upload, with none, or with one that another score has", async () => {
    const bob = await signUp(testApp, 'Bob')
    const { given: input } = await submitWithPhoto(ada)
    const hers = await uploadPicture(ada, KIND, photo)
    const profile = await uploadPicture(bob, 'profilePicUpload', photo)
    for (const picture of [hers, profile, input.picture, { key: 'incoming/nothing.jpg' }]) {
      const _id = uuidv7()
      expect(await bob.client.expectError('scores.submit', { _id, machineId, value: 7, picture })).toMatchObject({
        error: 404,
        reason: 'There is no such picture.',
      })
      const { rows } = await testApp.app.database.pool.query('SELECT 1 FROM scores WHERE id = $1', [_id])
      expect(rows).toEqual([])
    }
    expect(await ada.client.expectError('scores.submit', { _id: uuidv7(), machineId, value: 7, picture: input.picture })).toMatchObject({
      error: 404,
    })
    await ada.client.call('scores.submit', { _id: uuidv7(), machineId, value: 7, picture: hers })
  })

  it('stays when its picture cannot be taken in: its player is told why, and so is the history', async () => {
    await ada.client.subscribe('user', 'u1', {})
    const { scoreId, given: input } = await submitWithPhoto(ada, Buffer.from('no picture at all'))
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
    await ada.client.waitUntil(() => ada.client.frames.some(frame => frame.includes('picture-refused')))
    expect(ada.client.frames.some(frame => frame.includes(`"upload":"scorePicUpload","subjectId":"${scoreId}","reason":"`))).toBe(true)
    await idle()
    expect(objects()).not.toContain(input.picture.key)
    await page.client.close()
  })
})

describe('correcting a score', () => {
  it('gives it a picture, another one, and none; each is in the history', async () => {
    const _id = uuidv7()
    await ada.client.call('scores.submit', { _id, machineId, value: 99 })
    const page = await looking(_id)
    await ada.client.call('scores.edit', { scoreId: _id, picture: await uploadPicture(ada, KIND, photo) })
    const first = await page.shown()
    await ada.client.call('scores.edit', { scoreId: _id, picture: await uploadPicture(ada, KIND, photo) })
    await page.client.waitUntil(() => page.score().picture !== undefined && page.score().picture!.url !== first.url)
    await ada.client.call('scores.edit', { scoreId: _id, picture: null })
    await page.client.waitUntil(() => page.score().picture === undefined)
    expect(page.history().map(entry => (entry as { changes: { picture?: boolean[] } }).changes.picture)).toEqual([
      undefined,
      [false, true],
      [true, true],
      [true, false],
    ])
    await idle()
    await idle()
    expect((await fetch(testApp.http + first.url)).status).toBe(404)
    await page.client.close()
  })

  it('is not for others, whose upload stays theirs', async () => {
    const { scoreId } = await submitWithPhoto(ada)
    const eve = await signUp(testApp, 'Eve')
    const picture = await uploadPicture(eve, KIND, photo)
    expect(await eve.client.expectError('scores.edit', { scoreId, picture })).toMatchObject({ error: 403 })
    await eve.client.call('scores.submit', { _id: uuidv7(), machineId, value: 8, picture })
  })
})

describe('what takes a picture away', () => {
  it('a moderator does, and the history says who', async () => {
    const { scoreId } = await submitWithPhoto(ada)
    const page = await looking(scoreId)
    const picture = await page.shown()
    expect(await ada.client.expectError('pictures.remove', { pictureId: pictureId(picture) })).toMatchObject({ error: 403 })
    await moderator.client.call('pictures.remove', { pictureId: pictureId(picture) })
    await page.client.waitUntil(() => page.score().picture === undefined)
    expect(page.history()).toContainEqual(
      expect.objectContaining({
        action: 'moderated',
        by: { userId: moderator.id, username: 'Moderator' },
        changes: { picture: [true, false] },
      }),
    )
    await idle()
    expect((await fetch(testApp.http + picture.url)).status).toBe(404)
    await page.client.close()
  })

  it('a moderator does once, also when the call is sent again after its answer was lost', async () => {
    const { scoreId } = await submitWithPhoto(ada)
    const page = await looking(scoreId)
    const call = { pictureId: pictureId(await page.shown()) }
    const both = [moderator.client.call('pictures.remove', call), moderator.client.call('pictures.remove', call)]
    expect(await Promise.all(both)).toEqual([{}, {}])
    await idle()
    expect(await moderator.client.call('pictures.remove', call)).toEqual({})
    const { rows } = await testApp.app.database.pool.query(
      `SELECT by_user FROM audit_log WHERE action = 'pictures.remove' AND subject_id = $1`,
      [call.pictureId],
    )
    expect(rows).toEqual([{ by_user: moderator.id }])
    const other = await signUp(testApp, 'Moderator2')
    await grantRoles(testApp, other.id, ['moderator'])
    expect(await other.client.expectError('pictures.remove', call)).toMatchObject({ error: 404, details: { code: 'picture-gone' } })
    await page.client.close()
  })

  it('removing the score does, also while the picture is being looked at', async () => {
    await idle()
    const before = objects()
    const { scoreId } = await submitWithPhoto(ada)
    await ada.client.call('scores.remove', { scoreId })
    await idle()
    await idle()
    expect(objects()).toEqual(before)
    const { scoreId: other } = await submitWithPhoto(ada)
    await idle()
    await ada.client.call('scores.remove', { scoreId: other })
    await idle()
    expect(objects()).toEqual(before)
  })

  it.each([true, false])('deleting the account does (scores erased: %s), from every page too', async eraseScores => {
    await idle()
    const before = objects()
    const user = await signUp(testApp, `Leaving ${eraseScores}`)
    const { scoreId } = await submitWithPhoto(user)
    const page = await looking(scoreId)
    await page.shown()
    const visitor = await DdpTestClient.open(testApp.endpoint)
    await visitor.subscribe('scores.recent', { machineId })
    await submitWithPhoto(user)
    await user.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores })
    await visitor.waitUntil(() => (visitor.documents('scores').get(scoreId) as ScoreDoc | undefined)?.picture === undefined)
    await idle()
    await idle()
    expect(objects()).toEqual(before)
    const { rows } = await testApp.app.database.pool.query('SELECT picture FROM scores WHERE user_id = $1 AND picture IS NOT NULL', [
      user.id,
    ])
    expect(rows).toEqual([])
    await Promise.all([page.client.close(), visitor.close()])
  })
})

describe('a try that takes longer than its lease', () => {
  /** Submits a score whose picture is being written when its lease ends. `goOn` lets that try go on. */
  async function submitSlowly(): Promise<{ scoreId: string; id: string; goOn(): Promise<void> }> {
    const { write } = LocalDisk.prototype
    const { promise: beginning, resolve: began } = createDeferred()
    const { promise: released, resolve: release } = createDeferred()
    const slow = vi.spyOn(LocalDisk.prototype, 'write').mockImplementationOnce(async function (this: LocalDisk, ...file) {
      began()
      await released
      return write.apply(this, file)
    })
    const { scoreId, given } = await submitWithPhoto(ada)
    await beginning
    slow.mockRestore()
    await testApp.app.database.pool.query(`UPDATE jobs SET claimed_until = clock_timestamp() WHERE kind = 'picture'`)
    return {
      scoreId,
      id: readPictureId(given.picture.key),
      goOn() {
        release()
        return idle()
      },
    }
  }
  const ofPicture = (id: string): string[] => objects().filter(path => path.includes(id))
  const rowsOf = (id: string) => testApp.app.database.pool.query('SELECT state FROM pictures WHERE id = $1', [id])

  it('leaves no files of a picture that has been removed meanwhile', async () => {
    const { scoreId, id, goOn } = await submitSlowly()
    await ada.client.call('scores.remove', { scoreId })
    await expect.poll(async () => (await rowsOf(id)).rowCount).toBe(0)
    await goOn()
    expect(ofPicture(id)).toEqual([])
  })

  it('leaves the files of a picture that another try has shown', async () => {
    const { id, goOn } = await submitSlowly()
    testApp.app.features.uploads.imageProcessor.kick()
    await expect.poll(async () => (await rowsOf(id)).rows).toEqual([{ state: 'shown' }])
    const before = ofPicture(id)
    expect(before.length).toBeGreaterThanOrEqual(3)
    await goOn()
    expect(ofPicture(id)).toEqual(before)
    expect((await testApp.app.features.uploads.verify()).differences).toEqual([])
  })
})

it('a report of a picture says whose it is, and there is none of a picture that is gone', async () => {
  const { scoreId } = await submitWithPhoto(ada)
  const page = await looking(scoreId)
  const subjectId = pictureId(await page.shown())
  const reporter = await signUp(testApp, 'Reporter')
  const report = { kind: 'picture', subjectId, reason: 'A face.' }
  await reporter.client.call('reports.add', { _id: uuidv7(), ...report })
  await moderator.client.subscribe('reports.list', { state: 'open' })
  expect([...moderator.client.documents('reports').values()]).toContainEqual(
    expect.objectContaining({ label: expect.stringMatching(/^Picture of [\d,]+ on .+ by Ada$/), path: `/scores/${scoreId}` }),
  )
  await ada.client.call('scores.edit', { scoreId, picture: null })
  expect(await reporter.client.expectError('reports.add', { _id: uuidv7(), ...report })).toMatchObject({ error: 404 })
  await page.client.close()
})

it('the export of an account holds its pictures as they are shown', async () => {
  const user = await signUp(testApp, 'Exporting')
  const { scoreId } = await submitWithPhoto(user)
  const page = await looking(scoreId)
  const picture = await page.shown()
  await user.client.call('players.edit', { picture: await uploadPicture(user, 'profilePicUpload', photo) })
  await idle()
  const { url } = await user.client.call<{ url: string }>('account.export', {})
  const files = unzipSync(new Uint8Array(await (await fetch(testApp.http + url)).arrayBuffer()))
  expect(JSON.parse(strFromU8(files['scores.json']!))).toEqual([expect.objectContaining({ scoreId, picture })])
  const shown = new Uint8Array(await (await fetch(testApp.http + picture.url)).arrayBuffer())
  expect(Buffer.from(files[`pictures/${KIND}/${pictureId(picture)}.jpg`]!).equals(shown)).toBe(true)
  expect(Object.keys(files).filter(name => name.startsWith('pictures/profilePicUpload/'))).toHaveLength(1)
  await page.client.close()
})

describe("a player's picture", () => {
  it('stands small on boards, in feeds and beside comments, and changes there at once', async () => {
    const user = await signUp(testApp, 'Faces')
    const scoreId = uuidv7()
    await user.client.call('scores.submit', { _id: scoreId, machineId, value: 900_000_000 })
    await user.client.call('scores.comment', { _id: uuidv7(), scoreId, text: 'Mine' })
    const visitor = await DdpTestClient.open(testApp.endpoint)
    await visitor.subscribe('boards.top', { scope: { machineId }, window: 'all' })
    await visitor.subscribe('scores.recent', { machineId })
    const page = await looking(scoreId)
    const row = () => [...visitor.documents('boardRows').values()].find(each => each.userId === user.id) as { picture?: UploadedPicture }
    const card = () => visitor.documents('scores').get(scoreId) as unknown as ScoreDoc
    const comment = () => [...page.client.documents('comments').values()][0] as { avatar?: object }
    expect([row().picture, card().avatar, comment().avatar]).toEqual([undefined, undefined, undefined])
    await user.client.call('players.edit', { picture: await uploadPicture(user, 'profilePicUpload', photo) })
    await visitor.waitUntil(() => row().picture !== undefined && card().avatar !== undefined)
    await page.client.waitUntil(() => comment().avatar !== undefined)
    expect(row().picture).toMatchObject({ width: 160, sizes: [{ width: 160 }] })
    const next = uuidv7()
    await user.client.call('scores.submit', { _id: next, machineId, value: 900_000_001 })
    await visitor.waitUntil(() => visitor.documents('scores').has(next))
    expect(visitor.documents('scores').get(next)).toMatchObject({ avatar: { width: 160 } })
    const { rows } = await user.client.call<{ rows: { userId: string; picture?: UploadedPicture }[] }>('boards.around', {
      scope: { machineId },
      userId: user.id,
    })
    expect(rows.find(({ userId }) => userId === user.id)?.picture).toMatchObject({ width: 160 })
    await user.client.call('players.edit', { picture: null })
    await visitor.waitUntil(() => row().picture === undefined && card().avatar === undefined)
    await Promise.all([visitor.close(), page.client.close()])
  })
})
