import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { verifyBoards } from '#scores/server/boards/verify-boards.ts'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient, type Document } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, grantRoles, listMachines, logIn, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

/** Names and e-mail addresses of the user who is deleted. */
const HER = { username: 'Quaggastar', displayName: 'Wombatine Numbat', email: 'quoll@example.com', newEmail: 'bandicoot@example.com' }
const HERS = {
  bio: 'Born near a bilby.',
  location: 'Dunnartville',
  venue: 'Possumarcade',
  onScore: 'Potoroo multiball',
  onOthers: 'Kookaburra praise',
}
const SECRETS = Object.values(HER)

let testApp: TestApp
let her: TestUser
let bob: TestUser
let admin: TestUser
let machines: string[]

beforeEach(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  bob = await signUp(testApp, 'Bob')
  admin = await signUp(testApp, 'Boss')
  await grantRoles(testApp, admin.id, ['admin'])
  machines = (await listMachines(testApp, 4)).map(({ id }) => id)
  her = await signUp(testApp, HER.username, { email: HER.email, profile: { name: HER.displayName } })
})
afterEach(() => testApp.close())

const submit = async ({ client }: TestUser, machineId: string, value: number, more: object = {}): Promise<string> => {
  const _id = uuidv7()
  await client.call('scores.submit', { _id, machineId, value, ...more })
  return _id
}
const comment = async ({ client }: TestUser, scoreId: string, text: string): Promise<string> => {
  const _id = uuidv7()
  await client.call('scores.comment', { _id, scoreId, text })
  return _id
}

/** Returns all files of the data folder as text, without the soft line breaks of quoted-printable e-mails. */
const filesOf = (dir: string): string =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile())
    .map(file => file.name + readFileSync(join(file.parentPath, file.name), 'latin1').replaceAll('=\r\n', ''))
    .join('\n')

async function traces(words: readonly string[]): Promise<string[]> {
  const mails = (await testApp.mails()).map(mail => JSON.stringify(mail))
  const everything = [await dumpTables(testApp), filesOf(testApp.dataDir), ...mails].join('\n').toLowerCase()
  return words.filter(word => everything.includes(word.toLowerCase()))
}

/** Creates data of the user on the site, beside data of another user. */
async function live() {
  const own = {
    first: await submit(her, machines[0]!, 3000, { comment: HERS.onScore, location: HERS.venue }),
    second: await submit(her, machines[1]!, 500),
    verified: await submit(her, machines[2]!, 70),
    rejected: await submit(her, machines[0]!, 9000),
    removed: await submit(her, machines[3]!, 5, { comment: HERS.onScore }),
  }
  const others = { beaten: await submit(bob, machines[0]!, 2000), alone: await submit(bob, machines[3]!, 10) }
  await her.client.call('scores.edit', { scoreId: own.first, comment: `${HERS.onScore}!` })
  await her.client.call('scores.edit', { scoreId: own.removed, comment: `${HERS.onScore}?` })
  await her.client.call('scores.remove', { scoreId: own.removed })
  await admin.client.call('scores.moderate', { scoreId: own.rejected, version: 1, status: 'rejected' })
  await admin.client.call('scores.moderate', { scoreId: own.verified, version: 1, status: 'verified' })
  await bob.client.call('scores.flag', { scoreId: own.second, reason: 'Hm' })
  await bob.client.call('scores.like', { scoreId: own.first, like: true })
  await comment(bob, own.first, 'Well played')
  const comments = { onOthers: await comment(her, others.beaten, HERS.onOthers), onOwn: await comment(her, own.first, HERS.onOthers) }
  const takenBack = await comment(her, others.alone, HERS.onOthers)
  await her.client.call('scores.removeComment', { commentId: takenBack })
  for (const scoreId of [others.beaten, own.second]) await her.client.call('scores.like', { scoreId, like: true })
  await her.client.call('scores.flag', { scoreId: others.alone, reason: 'Too good' })
  const report = (by: TestUser, kind: string, subjectId: string) =>
    by.client.call('reports.add', { _id: uuidv7(), kind, subjectId, reason: 'Hm' })
  await report(her, 'profile', bob.id)
  await report(bob, 'profile', her.id)
  await report(bob, 'comment', comments.onOthers)
  await her.client.call('players.edit', { bio: HERS.bio, location: HERS.location })
  const group = async (by: TestUser): Promise<string> =>
    (await by.client.call<{ groupId: string }>('groups.add', { _id: uuidv7(), name: 'League', visibility: 'public' })).groupId
  const groups = { hers: await group(her), alone: await group(her), his: await group(bob) }
  await bob.client.call('groups.join', { groupId: groups.hers })
  await her.client.call('groups.join', { groupId: groups.his })
  return { own, others, comments, groups }
}

/** Opens another connection of the user and logs in. */
async function another(): Promise<DdpTestClient> {
  const client = await DdpTestClient.open(testApp.endpoint)
  await logIn(client, HER.username)
  return client
}

const SHOWN = [
  'boardRows',
  'boards',
  'machines',
  'machineStats',
  'scores',
  'scoreHistory',
  'comments',
  'places',
  'members',
  'groups',
  'groupMachines',
  'likes',
]

/** Subscribes `client` to everything about the user that is public. */
async function watchAll(client: DdpTestClient, { own, others, groups }: Awaited<ReturnType<typeof live>>): Promise<void> {
  for (const machineId of machines) {
    for (const more of [{}, { window: 'day' }, { verifiedOnly: true }])
      await client.subscribe('boards.top', { scope: { machineId }, ...more })
    await client.subscribe('boards.top', { scope: { machineId, groupId: groups.hers } })
    await client.subscribe('machines.one', { machineId })
    await client.subscribe('boards.places', { machineId, userId: her.id })
  }
  await client.subscribe('scores.recent', {})
  await client.subscribe('scores.recent', { groupId: groups.hers })
  for (const scoreId of [...Object.values(own), ...Object.values(others)]) await client.subscribe('scores.one', { scoreId })
  for (const groupId of Object.values(groups)) {
    await client.subscribe('groups.one', { groupId })
    await client.subscribe('groups.machines', { groupId })
  }
}
const shown = (client: DdpTestClient): Record<string, Record<string, Document>> =>
  Object.fromEntries(SHOWN.map(name => [name, Object.fromEntries([...client.documents(name)].sort())]))

const ways = [
  {
    way: 'account.delete',
    remove: (eraseScores: boolean) => her.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores }),
  },
  { way: 'users.delete', remove: (eraseScores: boolean) => admin.client.call('users.delete', { userId: her.id, eraseScores }) },
]

describe.each(ways)('$way', ({ remove }) => {
  it.each([true, false])(
    'leaves no personal data in the database, the data folder or on any open page (scores erased: %s)',
    async eraseScores => {
      const activity = await live()
      const { own, others, comments: said, groups } = activity
      await her.client.call('forgotPassword', { email: HER.email })
      await her.client.call('account.setEmail', { email: HER.newEmail, password: digestPassword(PASSWORD) })
      const devices = [await another(), await another()]
      const exported = await her.client.call<{ url: string }>('account.export', {})
      expect(await traces([...SECRETS, ...Object.values(HERS)])).toEqual([...SECRETS, ...Object.values(HERS)])

      const visitor = await DdpTestClient.open(testApp.endpoint)
      await watchAll(visitor, activity)
      const pages = await Promise.all([
        visitor.subscribe('players.one', { username: HER.username }),
        visitor.subscribe('players.scores', { username: HER.username }),
        visitor.subscribe('players.progress', { username: HER.username }),
        bob.client.subscribe('scores.liked', { scoreId: own.first }),
      ])
      expect(pages.map(({ error }) => error)).toEqual([null, null, null, null])
      const machineBefore = visitor.documents('machines').get(machines[0]!)!
      expect([machineBefore.scores, machineBefore.players]).toEqual([2, 2])

      expect(await remove(eraseScores)).toEqual({})

      for (const device of devices) await device.closed
      await her.client.closed
      await visitor.waitForMessage(({ msg, id }) => msg === 'nosub' && id === pages[0].id)
      expect(visitor.documents('players').has(her.id)).toBe(false)
      expect([...visitor.documents('playerBests').values()].filter(({ userId }) => userId === her.id)).toEqual([])
      await testApp.settled()
      await bob.client.call('machines.search', { text: '' })
      expect(bob.client.documents('likes').size).toBe(eraseScores ? 0 : 1)
      await visitor.call('machines.search', { text: '' })

      expect(await traces([...SECRETS, HERS.bio, HERS.location])).toEqual([])
      if (eraseScores) expect(await traces([HERS.onScore, HERS.onOthers, HERS.venue])).toEqual([])
      expect((await verifyBoards(testApp.app.database)).differences).toEqual([])

      const now = shown(visitor)
      const { scores = {}, boardRows = {}, comments = {}, machines: totals = {}, members = {} } = now
      expect(totals[machines[0]!]).toMatchObject({ scores: eraseScores ? 1 : 2, players: eraseScores ? 1 : 2 })
      expect(Object.values(boardRows).some(({ userId }) => userId === her.id)).toBe(!eraseScores)
      expect(Object.keys(scores).includes(own.first)).toBe(!eraseScores)
      expect(Object.values(members).some(({ userId }) => userId === her.id)).toBe(false)
      expect(scores[others.beaten]).toMatchObject({ likes: 0, comments: eraseScores ? 0 : 1 })
      expect(comments[said.onOthers]?.username).toBe(eraseScores ? undefined : '')
      for (const each of [...Object.values(boardRows), ...Object.values(scores), ...Object.values(comments)].filter(
        ({ userId }) => userId === her.id,
      ))
        expect(each).toMatchObject({ username: '', displayName: 'Deleted player' })
      expect(Object.values(now.scoreHistory!).filter(({ by }) => (by as { userId?: string } | null)?.userId === her.id)).toEqual([])
      expect(now.groups![groups.alone]).toBe(undefined)
      expect(now.members![`${groups.hers}/${bob.id}`]).toMatchObject({ roles: expect.arrayContaining(['owner']) })

      expect((await fetch(testApp.http + exported.url)).status).toBe(404)
      await testApp.restart()
      const newClient = await DdpTestClient.open(testApp.endpoint)
      await watchAll(newClient, activity)
      expect(now).toEqual(shown(newClient))
      expect((await fetch(`${testApp.http}/players/${HER.username}`)).status).toBe(404)
      expect((await fetch(`${testApp.http}/scores/${own.first}`)).status).toBe(eraseScores ? 404 : 200)
      await newClient.close()
    },
  )
})

it('makes the user name and e-mail address available again, but never the ids of created records', async () => {
  const { own, comments, others } = await live()
  await ways[0]!.remove(true)
  const again = await signUp(testApp, HER.username, { email: HER.email })
  expect(again.id).not.toBe(her.id)
  expect((await again.client.subscribe('players.one', { username: HER.username })).error).toBe(null)
  expect(again.client.documents('players').get(again.id)).toMatchObject({ displayName: HER.username, bio: '', location: '', scores: 0 })
  for (const _id of Object.values(own)) {
    for (const by of [again, bob]) {
      expect(await by.client.expectError('scores.submit', { _id, machineId: machines[0], value: 7 })).toMatchObject({
        error: 409,
        reason: 'This id was used for another score.',
      })
    }
    expect(await again.client.expectError('scores.remove', { scoreId: _id })).toMatchObject({ error: 404 })
  }
  expect(
    await again.client.expectError('scores.comment', { _id: comments.onOthers, scoreId: others.beaten, text: HERS.onOthers }),
  ).toMatchObject({
    error: 409,
  })
  const { rows } = await testApp.app.database.pool.query('SELECT count(*) AS n FROM scores WHERE user_id = $1 AND removed_at IS NULL', [
    her.id,
  ])
  expect(rows).toEqual([{ n: 0 }])
})

it('is refused with a wrong password, and then changes nothing', async () => {
  await live()
  const before = await dumpTables(testApp)
  expect(await her.client.expectError('account.delete', { password: digestPassword('not this one'), eraseScores: true })).toMatchObject({
    error: 403,
  })
  expect(await dumpTables(testApp)).toBe(before)
  expect(await her.client.call('account.sessions', {})).toHaveLength(1)
})

it('can be preceded by an export that contains all data', async () => {
  const { own, others } = await live()
  const { url } = await her.client.call<{ url: string }>('account.export', {})
  const files = unzipSync(new Uint8Array(await (await fetch(testApp.http + url)).arrayBuffer()))
  const read = (name: string): unknown => JSON.parse(strFromU8(files[name]!))
  const text = Object.values(files)
    .map(file => strFromU8(file))
    .join('\n')
  for (const word of [HER.username, HER.displayName, HER.email, ...Object.values(HERS)]) expect(text).toContain(word)
  expect((read('scores.json') as { scoreId: string }[]).map(({ scoreId }) => scoreId)).toEqual([
    own.first,
    own.second,
    own.verified,
    own.rejected,
  ])
  expect(read('comments.json')).toMatchObject([
    { scoreId: others.beaten, text: HERS.onOthers },
    { scoreId: own.first, text: HERS.onOthers },
  ])
  expect(read('likes.json')).toEqual([others.beaten, own.second])
})

it.each([true, false])('leaves nothing of what was under way while it ran (scores erased: %s)', async eraseScores => {
  const [standing, machineId] = [await submit(bob, machines[0]!, 5), machines[0]!]
  const visitor = await DdpTestClient.open(testApp.endpoint)
  for (const more of [{}, { window: 'day' }]) await visitor.subscribe('boards.top', { scope: { machineId }, limit: 100, ...more })
  await visitor.subscribe('scores.recent', { limit: 100 })
  await visitor.subscribe('scores.one', { scoreId: standing })
  await visitor.subscribe('machines.one', { machineId })
  const gone: string[] = []
  for (let round = 0; round < 20; round++) {
    const name = `Thylacine${round}`
    const player = await signUp(testApp, name)
    gone.push(player.id)
    const first = await submit(player, machineId, 10 + round)
    const devices = await Promise.all([0, 1].map(() => DdpTestClient.open(testApp.endpoint)))
    for (const device of devices) await device.call('login', { resume: player.token })
    const burst = (client: DdpTestClient): void => {
      for (let i = 0; i < 6; i++) {
        client.sendCall('scores.submit', [{ _id: uuidv7(), machineId, value: 100 + i, comment: name }])
        client.sendCall('scores.comment', [{ _id: uuidv7(), scoreId: standing, text: name }])
        client.sendCall('scores.like', [{ scoreId: standing, like: i % 2 === 0 }])
        client.sendCall('scores.edit', [{ scoreId: first, comment: `${name} ${i}` }])
      }
      client.sendCall('scores.flag', [{ scoreId: standing, reason: 'Hm' }])
      client.sendCall('players.edit', [{ bio: name }])
    }
    for (const device of devices) burst(device)
    const deleted = player.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores })
    for (const device of devices) burst(device)
    expect(await deleted).toEqual({})
    for (const device of devices) await device.closed
  }
  await testApp.settled()
  await visitor.call('machines.search', { text: '' })
  const { rows } = await testApp.app.database.pool.query(
    `SELECT (SELECT count(*) FROM score_likes WHERE user_id = ANY ($1)) AS likes, (SELECT count(*) FROM score_flags WHERE user_id = ANY ($1)) AS flags,
       (SELECT count(*) FROM player_profiles WHERE user_id = ANY ($1)) AS profiles, (SELECT count(*) FROM login_tokens WHERE user_id = ANY ($1)) AS tokens,
       (SELECT count(*) FROM scores WHERE user_id = ANY ($1) AND removed_at IS NULL) AS scores,
       (SELECT count(*) FROM comments WHERE user_id = ANY ($1) AND removed_at IS NULL) AS comments`,
    [gone],
  )
  expect(rows[0]).toMatchObject({ likes: 0, flags: 0, profiles: 0, tokens: 0, ...(eraseScores ? { scores: 0, comments: 0 } : {}) })
  if (eraseScores) expect(await traces(['Thylacine'])).toEqual([])
  const names = SHOWN.flatMap(name => [...visitor.documents(name).values()]).filter(({ userId }) => gone.includes(String(userId)))
  for (const each of names) expect(each).toMatchObject({ username: '', displayName: 'Deleted player' })
  expect(names.length > 0).toBe(!eraseScores)
  expect((await verifyBoards(testApp.app.database)).differences).toEqual([])
})
