import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient, type Document } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { firstMachineId, grantRoles, signUp, type TestUser } from '../helpers/users.ts'

const NO_SCORE = { error: 404, reason: 'There is no such score.' }
const NO_COMMENT = { error: 404, reason: 'There is no such comment.' }

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let moderator: TestUser
let visitor: DdpTestClient
let machineId: string

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada', { profile: { name: 'Ada L' } })
  bob = await signUp(testApp, 'Bob')
  moderator = await signUp(testApp, 'Mod')
  await grantRoles(testApp, moderator.id, ['moderator'])
  visitor = await DdpTestClient.open(testApp.endpoint)
  machineId = await firstMachineId(testApp)
})
afterAll(() => testApp.close())

/** Submits a score of Ada's and opens its page for a visitor. */
async function played(): Promise<string> {
  const _id = uuidv7()
  await ada.client.call('scores.submit', { _id, machineId, value: 1000 })
  await visitor.subscribe('scores.one', { scoreId: _id })
  return _id
}
const counts = (client: DdpTestClient, scoreId: string): { likes?: unknown; comments?: unknown } => {
  const { likes, comments } = client.documents('scores').get(scoreId) ?? {}
  return { likes, comments }
}
const getComments = (client: DdpTestClient, scoreId: string): Document[] =>
  [...client.documents('comments').values()].filter(each => each.scoreId === scoreId)
const getLikes = (client: DdpTestClient, scoreId: string): Document[] =>
  [...client.documents('likes').values()].filter(each => each.scoreId === scoreId)
/** Reads from SQL what a refused call must not change. */
const stored = async (scoreId: string) =>
  (
    await testApp.app.database.pool.query(
      `SELECT s.likes, s.comments, s.version, (SELECT count(*) FROM score_likes WHERE score_id = s.id) AS "likeRows",
         (SELECT json_agg(text ORDER BY id) FROM comments WHERE score_id = s.id) AS texts FROM scores s WHERE id = $1`,
      [scoreId],
    )
  ).rows[0]

describe('a like', () => {
  it('is counted once, however often it is said, and taken back once', async () => {
    const scoreId = await played()
    const like = (client: DdpTestClient, liked: boolean) => client.call('scores.like', { scoreId, like: liked })
    expect(await like(bob.client, true)).toEqual({ likes: 1 })
    expect(await like(bob.client, true)).toEqual({ likes: 1 })
    expect(await like(ada.client, true)).toEqual({ likes: 2 })
    await visitor.waitUntil(() => counts(visitor, scoreId).likes === 2)
    expect(await like(bob.client, false)).toEqual({ likes: 1 })
    expect(await like(bob.client, false)).toEqual({ likes: 1 })
    await visitor.waitUntil(() => counts(visitor, scoreId).likes === 1)
    expect(await stored(scoreId)).toMatchObject({ likes: 1, likeRows: 1, version: 1 })
  })

  it('is counted once when it is said many times at the same moment', async () => {
    const scoreId = await played()
    const callIds = Array.from({ length: 8 }, (_, i) =>
      (i % 2 === 0 ? bob : moderator).client.sendCall('scores.like', [{ scoreId, like: true }]),
    )
    await Promise.all(callIds.map((id, i) => (i % 2 === 0 ? bob : moderator).client.waitForOutcome(id)))
    expect(await stored(scoreId)).toMatchObject({ likes: 2, likeRows: 2 })
  })

  it('shows its count live in every list', async () => {
    const scoreId = await played()
    const reader = await DdpTestClient.open(testApp.endpoint)
    await reader.subscribe('scores.recent', { limit: 5 })
    await bob.client.call('scores.like', { scoreId, like: true })
    await reader.waitUntil(() => counts(reader, scoreId).likes === 1)
    await reader.close()
  })

  it('is sent only to the user who gave it, live on all of their connections', async () => {
    const scoreId = await played()
    const second = await DdpTestClient.open(testApp.endpoint)
    await second.call('login', { resume: bob.token })
    for (const client of [bob.client, second, ada.client]) expect((await client.subscribe('scores.liked', { scoreId })).error).toBe(null)
    await bob.client.call('scores.like', { scoreId, like: true })
    await second.waitUntil(() => getLikes(second, scoreId).length === 1)
    expect(second.documents('likes').get(`${scoreId}/${bob.id}`)).toEqual({ scoreId, userId: bob.id })
    expect(getLikes(bob.client, scoreId)).toHaveLength(1)
    await second.call('scores.like', { scoreId, like: false })
    await bob.client.waitUntil(() => getLikes(bob.client, scoreId).length === 0)
    await ada.client.call('scores.like', { scoreId, like: false })
    expect(ada.client.messages.filter(({ collection }) => collection === 'likes')).toEqual([])
    expect((await visitor.subscribe('scores.liked', { scoreId })).error).toMatchObject({ error: 401, reason: 'Please sign in first.' })
    await second.close()
  })

  it('needs a logged-in user and an existing score', async () => {
    const scoreId = await played()
    expect(await visitor.expectError('scores.like', { scoreId, like: true })).toMatchObject({ error: 401, reason: 'Please sign in first.' })
    expect(await bob.client.expectError('scores.like', { scoreId: uuidv7(), like: true })).toMatchObject(NO_SCORE)
    expect(await bob.client.expectError('scores.like', { scoreId })).toMatchObject({ error: 400, details: [{ path: 'like' }] })
    expect(await stored(scoreId)).toMatchObject({ likes: 0, likeRows: 0 })
  })
})

describe('a comment', () => {
  it('stands under its score at once for all who look, oldest first, and is counted everywhere', async () => {
    const scoreId = await played()
    await bob.client.subscribe('scores.recent', { limit: 5 })
    const [first, second] = [
      { _id: uuidv7(), scoreId, text: ' Well\nplayed. ' },
      { _id: uuidv7(), scoreId, text: 'Thanks!' },
    ]
    expect(await bob.client.call('scores.comment', first)).toEqual({ commentId: first._id })
    expect(await ada.client.call('scores.comment', second)).toEqual({ commentId: second._id })
    await visitor.waitUntil(() => getComments(visitor, scoreId).length === 2)
    expect(visitor.documents('comments').get(first._id)).toEqual({
      scoreId,
      userId: bob.id,
      username: 'Bob',
      displayName: 'Bob',
      text: 'Well\nplayed.',
      createdAt: expect.any(Date),
    })
    expect(visitor.documents('comments').get(second._id)).toMatchObject({ username: 'Ada', displayName: 'Ada L' })
    await bob.client.waitUntil(() => counts(bob.client, scoreId).comments === 2)
    expect(counts(visitor, scoreId)).toEqual({ likes: 0, comments: 2 })
  })

  it('is made once, however often it is sent, and at the same moment', async () => {
    const scoreId = await played()
    const comment = { _id: uuidv7(), scoreId, text: 'Once' }
    const second = await DdpTestClient.open(testApp.endpoint)
    await second.call('login', { resume: bob.token })
    const answers = await Promise.all([bob.client, second, bob.client].map(client => client.call('scores.comment', comment)))
    expect(answers).toEqual(Array(3).fill({ commentId: comment._id }))
    expect(await stored(scoreId)).toMatchObject({ comments: 1, texts: ['Once'] })
    await second.close()
  })

  it('is refused if its id is reused with another text, for another score or by another user', async () => {
    const [scoreId, other] = [await played(), await played()]
    const comment = { _id: uuidv7(), scoreId, text: 'Mine' }
    await bob.client.call('scores.comment', comment)
    const used = { error: 409, reason: 'This id was used for another comment.' }
    expect(await bob.client.expectError('scores.comment', { ...comment, text: 'Other' })).toMatchObject(used)
    expect(await bob.client.expectError('scores.comment', { ...comment, scoreId: other })).toMatchObject(used)
    expect(await ada.client.expectError('scores.comment', comment)).toMatchObject(used)
    expect(await stored(scoreId)).toMatchObject({ comments: 1, texts: ['Mine'] })
    expect(await stored(other)).toMatchObject({ comments: 0, texts: null })
  })

  it('needs a logged-in user, an existing score, a UUIDv7 and 1 to 1,000 characters', async () => {
    const scoreId = await played()
    const comment = { _id: uuidv7(), scoreId, text: 'x' }
    expect(await visitor.expectError('scores.comment', comment)).toMatchObject({ error: 401, reason: 'Please sign in first.' })
    expect(await bob.client.expectError('scores.comment', { ...comment, scoreId: uuidv7() })).toMatchObject(NO_SCORE)
    for (const text of ['', ' \n ', 'x'.repeat(1001)])
      expect(await bob.client.expectError('scores.comment', { ...comment, text })).toMatchObject({
        error: 400,
        details: [{ path: 'text' }],
      })
    expect(await bob.client.expectError('scores.comment', { ...comment, _id: 'x' })).toMatchObject({
      error: 400,
      details: [{ path: '_id' }],
    })
    expect(await stored(scoreId)).toMatchObject({ comments: 0, texts: null })
    expect(await bob.client.call('scores.comment', { ...comment, text: '🎱'.repeat(1000) })).toEqual({ commentId: comment._id })
  })
})

describe('a comment that is taken back', () => {
  const createComment = async (scoreId: string, by: TestUser = bob): Promise<string> => {
    const { commentId } = await by.client.call<{ commentId: string }>('scores.comment', { _id: uuidv7(), scoreId, text: 'Hm' })
    return commentId
  }

  it('disappears from every page and count, and its text from the database; removing it twice is no error', async () => {
    const scoreId = await played()
    const [commentId, kept] = [await createComment(scoreId), await createComment(scoreId, ada)]
    await visitor.waitUntil(() => counts(visitor, scoreId).comments === 2)
    for (let i = 0; i < 2; i++) expect(await bob.client.call('scores.removeComment', { commentId })).toEqual({})
    await visitor.waitUntil(() => counts(visitor, scoreId).comments === 1)
    expect(visitor.documents('comments').has(commentId)).toBe(false)
    expect(visitor.documents('comments').has(kept)).toBe(true)
    expect(await stored(scoreId)).toMatchObject({ comments: 1, texts: ['', 'Hm'] })
  })

  it('may be taken back by a moderator, by nobody else, and not by the score’s player', async () => {
    const scoreId = await played()
    const commentId = await createComment(scoreId)
    const refused = { error: 403, reason: 'Only its author may remove a comment.' }
    expect(await ada.client.expectError('scores.removeComment', { commentId })).toMatchObject(refused)
    expect(await visitor.expectError('scores.removeComment', { commentId })).toMatchObject({ error: 401 })
    expect(await stored(scoreId)).toMatchObject({ comments: 1, texts: ['Hm'] })
    expect(await moderator.client.call('scores.removeComment', { commentId })).toEqual({})
    expect(await stored(scoreId)).toMatchObject({ comments: 0, texts: [''] })
    expect(await moderator.client.expectError('scores.removeComment', { commentId })).toMatchObject(NO_COMMENT)
    expect(await ada.client.expectError('scores.removeComment', { commentId })).toMatchObject(NO_COMMENT)
    expect(await moderator.client.expectError('scores.removeComment', { commentId: uuidv7() })).toMatchObject(NO_COMMENT)
  })

  it('is not revived by a resend that comes late', async () => {
    const scoreId = await played()
    const comment = { _id: uuidv7(), scoreId, text: 'Late' }
    await bob.client.call('scores.comment', comment)
    await bob.client.call('scores.removeComment', { commentId: comment._id })
    expect(await bob.client.call('scores.comment', comment)).toEqual({ commentId: comment._id })
    expect(await bob.client.expectError('scores.comment', { ...comment, text: 'New' })).toMatchObject({ error: 409 })
    expect(await stored(scoreId)).toMatchObject({ comments: 0, texts: [''] })
  })

  it('goes with its score, whose likes go too', async () => {
    const scoreId = await played()
    const commentId = await createComment(scoreId)
    await bob.client.subscribe('scores.liked', { scoreId })
    await bob.client.call('scores.like', { scoreId, like: true })
    await ada.client.call('scores.remove', { scoreId })
    await visitor.waitUntil(() => !visitor.documents('scores').has(scoreId))
    expect(getComments(visitor, scoreId)).toEqual([])
    expect([...visitor.documents('scoreHistory').values()].filter(each => each.scoreId === scoreId)).toEqual([])
    expect(await stored(scoreId)).toMatchObject({ texts: [''], likeRows: 0 })
    expect(await bob.client.expectError('scores.removeComment', { commentId })).toMatchObject(NO_COMMENT)
    expect(await bob.client.expectError('scores.comment', { _id: uuidv7(), scoreId, text: 'Too late' })).toMatchObject(NO_SCORE)
    expect(await bob.client.expectError('scores.like', { scoreId, like: true })).toMatchObject(NO_SCORE)
    await bob.client.waitUntil(() => getLikes(bob.client, scoreId).length === 0)
  })
})

it('a new name replaces the old one everywhere at once', async () => {
  const scoreId = await played()
  const commentId = uuidv7()
  await ada.client.call('scores.comment', { _id: commentId, scoreId, text: 'Me' })
  const { groupId } = await ada.client.call<{ groupId: string }>('groups.add', { _id: uuidv7(), name: 'Friends', visibility: 'public' })
  await visitor.subscribe('boards.top', { scope: { machineId } })
  await visitor.subscribe('boards.top', { scope: { groupId, machineId } })
  await visitor.subscribe('scores.recent', {})
  await visitor.subscribe('players.scores', { username: 'ada' })
  await visitor.subscribe('groups.one', { groupId })
  await ada.client.call('players.edit', { displayName: 'Countess' })
  const collections = ['boardRows', 'scores', 'comments', 'members']
  const names = (): Set<unknown> =>
    new Set(
      collections.flatMap(each =>
        [...visitor.documents(each).values()].filter(({ userId }) => userId === ada.id).map(({ displayName }) => displayName),
      ),
    )
  await visitor.waitUntil(() => names().size === 1 && names().has('Countess'))
  for (const each of collections) expect([...visitor.documents(each).values()].some(({ userId }) => userId === ada.id)).toBe(true)
  expect(visitor.documents('comments').get(commentId)).toMatchObject({ displayName: 'Countess', text: 'Me' })
})

describe('the progress of a player', () => {
  const progress = (client: DdpTestClient, userId: string): Document[] =>
    [...client.documents('progress').values()].filter(each => each.userId === userId)

  it('is told in the order of play, bests marked, live through corrections, verdicts and removals', async () => {
    const eve = await signUp(testApp, 'Eve')
    const ago = (minutes: number): Date => new Date(Date.UTC(2026, 0, 1) - minutes * 60_000)
    const submit = async (value: number, minutes: number): Promise<string> => {
      const _id = uuidv7()
      await eve.client.call('scores.submit', { _id, machineId, value, achievedAt: ago(minutes) })
      return _id
    }
    const reader = await DdpTestClient.open(testApp.endpoint)
    expect((await reader.subscribe('players.progress', { username: 'eve', machineId })).error).toBe(null)
    expect(progress(reader, eve.id)).toEqual([])
    const values = (): unknown =>
      (progress(reader, eve.id)[0]?.points as { value: number; best: boolean }[] | undefined)?.map(p => [p.value, p.best])
    const shows = (expected: unknown): Promise<void> => reader.waitUntil(() => JSON.stringify(values()) === JSON.stringify(expected))
    const middle = await submit(300, 20)
    await submit(200, 30)
    const last = await submit(250, 10)
    await shows([
      [200, true],
      [300, true],
      [250, false],
    ])
    expect(progress(reader, eve.id)).toEqual([
      {
        userId: eve.id,
        machineId,
        machineName: expect.any(String),
        points: expect.arrayContaining([{ at: ago(20), value: 300, best: true }]),
      },
    ])
    await eve.client.call('scores.edit', { scoreId: last, value: 400 })
    await shows([
      [200, true],
      [300, true],
      [400, true],
    ])
    await moderator.client.call('scores.moderate', { scoreId: middle, version: 1, status: 'rejected' })
    await shows([
      [200, true],
      [400, true],
    ])
    await moderator.client.call('scores.moderate', { scoreId: middle, version: 2, status: 'unverified' })
    await shows([
      [200, true],
      [300, true],
      [400, true],
    ])
    await eve.client.call('scores.remove', { scoreId: last })
    await shows([
      [200, true],
      [300, true],
    ])
    await reader.close()
  })

  it('is that of the most played machine if none is given', async () => {
    const fay = await signUp(testApp, 'Fay')
    const { rows } = await testApp.app.database.pool.query<{ id: string }>('SELECT id FROM machines WHERE id <> $1 LIMIT 1', [machineId])
    const other = rows[0]!.id
    expect((await visitor.subscribe('players.progress', { username: 'Fay' })).error).toBe(null)
    for (const machine of [machineId, other, other]) await fay.client.call('scores.submit', { _id: uuidv7(), machineId: machine, value: 7 })
    const reader = await DdpTestClient.open(testApp.endpoint)
    await reader.subscribe('players.progress', { username: 'Fay' })
    expect(progress(reader, fay.id)).toMatchObject([
      {
        machineId: other,
        points: [
          { value: 7, best: true },
          { value: 7, best: false },
        ],
      },
    ])
    await reader.close()
  })

  it('holds at most 400 points', async () => {
    const gil = await signUp(testApp, 'Gil')
    const sent = Array.from({ length: 420 }, (_, i) =>
      gil.client.sendCall('scores.submit', [
        { _id: uuidv7(), machineId, value: i < 5 ? i + 1 : 1, achievedAt: new Date(Date.UTC(2025, 0, 1) + i * 1000) },
      ]),
    )
    await Promise.all(sent.map(id => gil.client.waitForOutcome(id)))
    const reader = await DdpTestClient.open(testApp.endpoint)
    await reader.subscribe('players.progress', { username: 'Gil', machineId })
    const points = progress(reader, gil.id)[0]!.points as { value: number; best: boolean }[]
    expect(points).toHaveLength(400)
    expect(points.filter(({ best }) => best).map(({ value }) => value)).toEqual([1, 2, 3, 4, 5])
    await reader.close()
  })

  it('is not published for unknown players or machines', async () => {
    expect((await visitor.subscribe('players.progress', { username: 'Nobody' })).error).toMatchObject({
      error: 404,
      reason: 'There is no such player.',
    })
    expect((await visitor.subscribe('players.progress', { username: 'Ada', machineId: uuidv7() })).error).toMatchObject({
      error: 404,
      reason: 'There is no such machine.',
    })
  })
})
