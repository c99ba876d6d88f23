import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recompute } from '../../src/features/scores/server/boards/verify-boards.ts'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { digestOf, grant, logIn, PASSWORD, type SignedUp, signUp, someMachines } from './people.ts'
import { dumpTables } from './tables.ts'
import { type Document, Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

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

let world: World
let her: SignedUp
let bob: SignedUp
let boss: SignedUp
let machines: string[]

beforeEach(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  bob = await signUp(world, 'Bob')
  boss = await signUp(world, 'Boss')
  await grant(world, boss.id, ['admin'])
  machines = (await someMachines(world, 4)).map(({ id }) => id)
  her = await signUp(world, HER.username, { email: HER.email, profile: { name: HER.displayName } })
})
afterEach(() => world.close())

const submit = async ({ wire }: SignedUp, machineId: string, value: number, more: object = {}): Promise<string> => {
  const _id = uuidv7()
  await wire.call('scores.submit', { _id, machineId, value, ...more })
  return _id
}
const comment = async ({ wire }: SignedUp, scoreId: string, text: string): Promise<string> => {
  const _id = uuidv7()
  await wire.call('scores.comment', { _id, scoreId, text })
  return _id
}

/** Returns all files of the data folder as text, without the soft line breaks of quoted-printable e-mails. */
const filesOf = (dir: string): string =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile())
    .map(file => file.name + readFileSync(join(file.parentPath, file.name), 'latin1').replaceAll('=\r\n', ''))
    .join('\n')

async function traces(words: readonly string[]): Promise<string[]> {
  const mails = (await world.mails()).map(mail => JSON.stringify(mail))
  const everything = [await dumpTables(world), filesOf(world.dataDir), ...mails].join('\n').toLowerCase()
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
  await her.wire.call('scores.edit', { scoreId: own.first, comment: `${HERS.onScore}!` })
  await her.wire.call('scores.edit', { scoreId: own.removed, comment: `${HERS.onScore}?` })
  await her.wire.call('scores.remove', { scoreId: own.removed })
  await boss.wire.call('scores.moderate', { scoreId: own.rejected, version: 1, status: 'rejected' })
  await boss.wire.call('scores.moderate', { scoreId: own.verified, version: 1, status: 'verified' })
  await bob.wire.call('scores.flag', { scoreId: own.second, reason: 'Hm' })
  await bob.wire.call('scores.like', { scoreId: own.first, like: true })
  await comment(bob, own.first, 'Well played')
  const said = { onOthers: await comment(her, others.beaten, HERS.onOthers), onOwn: await comment(her, own.first, HERS.onOthers) }
  const takenBack = await comment(her, others.alone, HERS.onOthers)
  await her.wire.call('scores.removeComment', { commentId: takenBack })
  for (const scoreId of [others.beaten, own.second]) await her.wire.call('scores.like', { scoreId, like: true })
  await her.wire.call('scores.flag', { scoreId: others.alone, reason: 'Too good' })
  const report = (by: SignedUp, kind: string, subjectId: string) =>
    by.wire.call('reports.add', { _id: uuidv7(), kind, subjectId, reason: 'Hm' })
  await report(her, 'profile', bob.id)
  await report(bob, 'profile', her.id)
  await report(bob, 'comment', said.onOthers)
  await her.wire.call('players.edit', { bio: HERS.bio, location: HERS.location })
  const group = async (by: SignedUp): Promise<string> =>
    (await by.wire.call<{ groupId: string }>('groups.add', { _id: uuidv7(), name: 'League', visibility: 'public' })).groupId
  const groups = { hers: await group(her), alone: await group(her), his: await group(bob) }
  await bob.wire.call('groups.join', { groupId: groups.hers })
  await her.wire.call('groups.join', { groupId: groups.his })
  return { own, others, said, groups }
}

/** Opens another connection of the user and logs in. */
async function another(): Promise<Wire> {
  const wire = await Wire.open(world.endpoint)
  await logIn(wire, HER.username)
  return wire
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

/** Subscribes `wire` to everything about the user that is public. */
async function watchAll(wire: Wire, { own, others, groups }: Awaited<ReturnType<typeof live>>): Promise<void> {
  for (const machineId of machines) {
    for (const more of [{}, { window: 'day' }, { verifiedOnly: true }])
      await wire.subscribe('boards.top', { scope: { machineId }, ...more })
    await wire.subscribe('boards.top', { scope: { machineId, groupId: groups.hers } })
    await wire.subscribe('machines.one', { machineId })
    await wire.subscribe('boards.places', { machineId, userId: her.id })
  }
  await wire.subscribe('scores.recent', {})
  await wire.subscribe('scores.recent', { groupId: groups.hers })
  for (const scoreId of [...Object.values(own), ...Object.values(others)]) await wire.subscribe('scores.one', { scoreId })
  for (const groupId of Object.values(groups)) {
    await wire.subscribe('groups.one', { groupId })
    await wire.subscribe('groups.machines', { groupId })
  }
}
const shown = (wire: Wire): Record<string, Record<string, Document>> =>
  Object.fromEntries(SHOWN.map(name => [name, Object.fromEntries([...wire.documents(name)].sort())]))

const ways = [
  {
    way: 'account.delete',
    remove: (eraseScores: boolean) => her.wire.call('account.delete', { password: digestOf(PASSWORD), eraseScores }),
  },
  { way: 'users.delete', remove: (eraseScores: boolean) => boss.wire.call('users.delete', { userId: her.id, eraseScores }) },
]

describe.each(ways)('$way', ({ remove }) => {
  it.each([true, false])(
    'leaves no trace of her in the database, the data folder or on any open page (scores erased: %s)',
    async eraseScores => {
      const life = await live()
      const { own, others, said, groups } = life
      await her.wire.call('forgotPassword', { email: HER.email })
      await her.wire.call('account.setEmail', { email: HER.newEmail, password: digestOf(PASSWORD) })
      const devices = [await another(), await another()]
      const exported = await her.wire.call<{ url: string }>('account.export', {})
      expect(await traces([...SECRETS, ...Object.values(HERS)])).toEqual([...SECRETS, ...Object.values(HERS)])

      const visitor = await Wire.open(world.endpoint)
      await watchAll(visitor, life)
      const pages = await Promise.all([
        visitor.subscribe('players.one', { username: HER.username }),
        visitor.subscribe('players.scores', { username: HER.username }),
        visitor.subscribe('players.progress', { username: HER.username }),
        bob.wire.subscribe('scores.liked', { scoreId: own.first }),
      ])
      expect(pages.map(({ error }) => error)).toEqual([null, null, null, null])
      const machineBefore = visitor.documents('machines').get(machines[0]!)!
      expect([machineBefore.scores, machineBefore.players]).toEqual([2, 2])

      expect(await remove(eraseScores)).toEqual({})

      for (const device of devices) await device.closed
      await her.wire.closed
      await visitor.message(({ msg, id }) => msg === 'nosub' && id === pages[0].id)
      expect(visitor.documents('players').has(her.id)).toBe(false)
      expect([...visitor.documents('playerBests').values()].filter(({ userId }) => userId === her.id)).toEqual([])
      await world.settled()
      await bob.wire.call('machines.search', { text: '' })
      expect(bob.wire.documents('likes').size).toBe(eraseScores ? 0 : 1)
      await visitor.call('machines.search', { text: '' })

      expect(await traces([...SECRETS, HERS.bio, HERS.location])).toEqual([])
      if (eraseScores) expect(await traces([HERS.onScore, HERS.onOthers, HERS.venue])).toEqual([])
      expect((await recompute(world.app.database)).differences).toEqual([])

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

      expect((await fetch(world.http + exported.url)).status).toBe(404)
      await world.restart()
      const fresh = await Wire.open(world.endpoint)
      await watchAll(fresh, life)
      expect(now).toEqual(shown(fresh))
      expect((await fetch(`${world.http}/players/${HER.username}`)).status).toBe(404)
      expect((await fetch(`${world.http}/scores/${own.first}`)).status).toBe(eraseScores ? 404 : 200)
      await fresh.close()
    },
  )
})

it('frees her name and her address, but never the ids of what she made', async () => {
  const { own, said, others } = await live()
  await ways[0]!.remove(true)
  const again = await signUp(world, HER.username, { email: HER.email })
  expect(again.id).not.toBe(her.id)
  expect((await again.wire.subscribe('players.one', { username: HER.username })).error).toBe(null)
  expect(again.wire.documents('players').get(again.id)).toMatchObject({ displayName: HER.username, bio: '', location: '', scores: 0 })
  for (const _id of Object.values(own)) {
    for (const by of [again, bob]) {
      expect(await by.wire.refusal('scores.submit', { _id, machineId: machines[0], value: 7 })).toMatchObject({
        error: 409,
        reason: 'This id was used for another score.',
      })
    }
    expect(await again.wire.refusal('scores.remove', { scoreId: _id })).toMatchObject({ error: 404 })
  }
  expect(await again.wire.refusal('scores.comment', { _id: said.onOthers, scoreId: others.beaten, text: HERS.onOthers })).toMatchObject({
    error: 409,
  })
  const { rows } = await world.app.database.pool.query('SELECT count(*) AS n FROM scores WHERE user_id = $1 AND removed_at IS NULL', [
    her.id,
  ])
  expect(rows).toEqual([{ n: 0 }])
})

it('is refused with a wrong password, and then changes nothing', async () => {
  await live()
  const before = await dumpTables(world)
  expect(await her.wire.refusal('account.delete', { password: digestOf('not this one'), eraseScores: true })).toMatchObject({ error: 403 })
  expect(await dumpTables(world)).toBe(before)
  expect(await her.wire.call('account.sessions', {})).toHaveLength(1)
})

it('can be preceded by an export that holds it all', async () => {
  const { own, others } = await live()
  const { url } = await her.wire.call<{ url: string }>('account.export', {})
  const files = unzipSync(new Uint8Array(await (await fetch(world.http + url)).arrayBuffer()))
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
  const visitor = await Wire.open(world.endpoint)
  for (const more of [{}, { window: 'day' }]) await visitor.subscribe('boards.top', { scope: { machineId }, limit: 100, ...more })
  await visitor.subscribe('scores.recent', { limit: 100 })
  await visitor.subscribe('scores.one', { scoreId: standing })
  await visitor.subscribe('machines.one', { machineId })
  const gone: string[] = []
  for (let round = 0; round < 20; round++) {
    const name = `Thylacine${round}`
    const player = await signUp(world, name)
    gone.push(player.id)
    const first = await submit(player, machineId, 10 + round)
    const devices = await Promise.all([0, 1].map(() => Wire.open(world.endpoint)))
    for (const device of devices) await device.call('login', { resume: player.token })
    const burst = (wire: Wire): void => {
      for (let i = 0; i < 6; i++) {
        wire.sendCall('scores.submit', [{ _id: uuidv7(), machineId, value: 100 + i, comment: name }])
        wire.sendCall('scores.comment', [{ _id: uuidv7(), scoreId: standing, text: name }])
        wire.sendCall('scores.like', [{ scoreId: standing, like: i % 2 === 0 }])
        wire.sendCall('scores.edit', [{ scoreId: first, comment: `${name} ${i}` }])
      }
      wire.sendCall('scores.flag', [{ scoreId: standing, reason: 'Hm' }])
      wire.sendCall('players.edit', [{ bio: name }])
    }
    for (const device of devices) burst(device)
    const deleted = player.wire.call('account.delete', { password: digestOf(PASSWORD), eraseScores })
    for (const device of devices) burst(device)
    expect(await deleted).toEqual({})
    for (const device of devices) await device.closed
  }
  await world.settled()
  await visitor.call('machines.search', { text: '' })
  const { rows } = await world.app.database.pool.query(
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
  expect((await recompute(world.app.database)).differences).toEqual([])
})
