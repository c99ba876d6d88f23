import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { digestOf, type LoggedIn, makeAdmin, PASSWORD, type SignedUp, signUp } from './people.ts'
import { type SettableClock, settableClock } from './settable-clock.ts'
import { dumpTables } from './tables.ts'
import { type Answer, type Document, Wire, wireError } from './wire.ts'
import { createWorld, type World } from './world.ts'

const DAY = 86_400_000
const FORBIDDEN = wireError(403, 'Signups forbidden', 'A new account needs an invitation that is still valid.')
const NO_INVITATION = wireError(404, 'There is no such invitation.')
const NOT_VALID = wireError(404, 'This invitation is no longer valid.')
const SIGN_IN = wireError(401, 'Please sign in first.')

interface Link {
  token: string
  url: string
  expiresAt: Date
}

let world: World
let clock: SettableClock
let boss: SignedUp
let visitor: Wire
let people = 0

/** Logs in as the first administrator of a site on which a sign-up needs an invitation. */
async function firstAdministrator({ app, endpoint }: World): Promise<SignedUp> {
  const token = (await app.features.admin.firstAdministratorToken())!
  const wire = await Wire.open(endpoint)
  const login = await wire.call<LoggedIn>('resetPassword', token, digestOf(PASSWORD))
  return { ...login, wire, username: 'admin' }
}

beforeAll(async () => {
  clock = settableClock()
  world = await createWorld({ config: { rateLimits: 'off', signUps: 'invite', invitations: 'players' }, clock })
  boss = await firstAdministrator(world)
  visitor = await Wire.open(world.endpoint)
})
afterAll(() => world.close())

const freshName = (): string => `Newcomer ${++people}`
const invite = ({ wire }: SignedUp, more: object = {}): Promise<Link> => wire.call('invitations.add', { _id: uuidv7(), ...more })
const attempt = (invitation?: unknown, more: object = {}): Promise<Answer> =>
  visitor.attempt('createUser', { username: freshName(), password: digestOf(PASSWORD), invitation, ...more })
const join = (invitation: string, username = freshName()): Promise<SignedUp> => signUp(world, username, { invitation })
const usersNow = async (): Promise<number> =>
  (await world.app.database.pool.query<{ n: number }>('SELECT count(*) AS n FROM users')).rows[0]!.n
const usedNow = async (token: string): Promise<number> => {
  const { rows } = await world.app.database.pool.query<{ used: number }>(
    `SELECT used FROM invitations WHERE hashed_token = encode(sha256($1::bytea), 'base64')`,
    [token],
  )
  return rows[0]!.used
}

/** Opens a connection of a user that is subscribed to a list of invitations. */
async function watching(person: SignedUp, name: string, input: object = {}) {
  const wire = await Wire.open(world.endpoint)
  await wire.call('login', { resume: person.token })
  expect((await wire.subscribe(name, input)).error).toBe(null)
  return { wire, documents: () => wire.documents('invitations') }
}

describe('a sign-up where an invitation is needed', () => {
  it('works with a link of an administrator, which counts it and says who came by it', async () => {
    const id = uuidv7()
    const made = await boss.wire.call<Link>('invitations.add', { _id: id, note: 'for Ada' })
    expect(made).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      url: `${world.app.address}/sign-up#/invitation/${made.token}`,
      expiresAt: expect.any(Date),
    })
    expect(made.expiresAt.getTime()).toBeCloseTo(clock.now() + 7 * DAY, -5)
    const { wire, documents } = await watching(boss, 'invitations.all')
    expect(documents().get(id)).toEqual({
      note: 'for Ada',
      uses: 1,
      used: 0,
      createdAt: expect.any(Date),
      expiresAt: made.expiresAt,
      by: { userId: boss.id, username: 'admin' },
      joined: [],
    })
    expect(await visitor.call('invitations.look', { token: made.token })).toEqual({
      by: { username: 'admin', displayName: 'admin' },
      expiresAt: made.expiresAt,
    })
    const ada = await join(made.token, 'Ada')
    await wire.until(() => documents().get(id)?.used === 1)
    expect(documents().get(id)!.joined).toEqual([{ userId: ada.id, username: 'Ada', displayName: 'Ada', at: expect.any(Date) }])
    await boss.wire.subscribe('users.list', { text: 'ada' })
    await boss.wire.until(() => boss.wire.documents('accounts').has(ada.id))
    expect(boss.wire.documents('accounts').get(ada.id)).toMatchObject({ invitedBy: { userId: boss.id, username: 'admin' } })
    await wire.close()
  })

  it('is refused in the same words without one and with one that is unknown, expired, used up or revoked', async () => {
    const [expired, usedUp, revokedId] = [await invite(boss, { days: 1 }), await invite(boss), uuidv7()]
    const revoked = await boss.wire.call<Link>('invitations.add', { _id: revokedId })
    await join(usedUp.token)
    await boss.wire.call('invitations.revoke', { invitationId: revokedId })
    await boss.wire.call('invitations.revoke', { invitationId: revokedId })
    clock.set(clock.now() + DAY)
    const before = await usersNow()
    for (const token of [undefined, null, '', 'x'.repeat(43), expired.token, usedUp.token, revoked.token]) {
      expect(await attempt(token), String(token)).toEqual({ error: FORBIDDEN })
      if (token) expect(await visitor.refusal('invitations.look', { token })).toEqual(NOT_VALID)
    }
    for (const token of [7, {}, ['x'], 'x'.repeat(1001)]) expect(await attempt(token)).toEqual({ error: wireError(400, 'Match failed') })
    expect(await usersNow()).toBe(before)
  })

  it('tells nobody without an invitation which names are taken', async () => {
    expect(await attempt(undefined, { username: 'admin' })).toEqual({ error: FORBIDDEN })
  })

  it('uses nothing when it is refused for another reason, and writes to the owner of a taken address as always', async () => {
    const { token } = await invite(boss, { uses: 2 })
    await signUp(world, 'Owner', { invitation: token, email: 'owner@example.com' })
    const refusals = [
      await attempt(token, { username: 'owner' }),
      await attempt(token, { email: 'OWNER@example.com' }),
      await attempt(token, { password: 'short' }),
      await attempt(token, { username: '@' }),
    ]
    expect(refusals.map(({ error }) => error?.reason)).toEqual([
      'Username already exists.',
      'Something went wrong. Please check your credentials.',
      'Passwords need at least 8 characters.',
      'User validation failed',
    ])
    const subjects = (await world.mails()).filter(({ to }) => to?.[0]?.address === 'owner@example.com').map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/^You have an account/))
    expect(await usedNow(token)).toBe(1)
    await join(token)
    expect(await usedNow(token)).toBe(2)
  })

  it('uses one where many want the same name at the same moment, and one of them gets it', async () => {
    const { token } = await invite(boss, { uses: 8 })
    const wires = await Promise.all(Array.from({ length: 6 }, () => Wire.open(world.endpoint)))
    const answers = await Promise.all(
      wires.map(wire => wire.attempt('createUser', { username: 'Wanted', password: digestOf(PASSWORD), invitation: token })),
    )
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
    expect(await usedNow(token)).toBe(1)
    await Promise.all(wires.map(wire => wire.close()))
  })

  it('gives the last uses to exactly as many as there are, however many come at once', async () => {
    const { token } = await invite(boss, { uses: 3 })
    const before = await usersNow()
    const wires = await Promise.all(Array.from({ length: 8 }, () => Wire.open(world.endpoint)))
    const answers = await Promise.all(
      wires.map(wire => wire.attempt('createUser', { username: freshName(), password: digestOf(PASSWORD), invitation: token })),
    )
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(3)
    for (const { error } of answers) if (error !== undefined) expect(error).toEqual(FORBIDDEN)
    expect(await usedNow(token)).toBe(3)
    expect(await usersNow()).toBe(before + 3)
    await Promise.all(wires.map(wire => wire.close()))
  })
})

describe('an invitation', () => {
  it('is the same when it is sent again, and its maker alone can see the link once more', async () => {
    const [_id, guest] = [uuidv7(), await join((await invite(boss)).token)]
    const input = { _id, uses: 5, days: 30, note: 'League' }
    const first = await guest.wire.call<Link>('invitations.add', input)
    expect(await guest.wire.call('invitations.add', input)).toEqual(first)
    expect(await guest.wire.call('invitations.link', { invitationId: _id })).toEqual(first)
    for (const other of [{ uses: 6 }, { days: 31 }, { note: 'x' }])
      expect(await guest.wire.refusal('invitations.add', { ...input, ...other })).toMatchObject({ error: 409 })
    expect(await boss.wire.refusal('invitations.add', input)).toMatchObject({ error: 409 })
    expect(await boss.wire.refusal('invitations.link', { invitationId: _id })).toEqual(NO_INVITATION)
    expect(await guest.wire.refusal('invitations.link', { invitationId: 'none' })).toEqual(NO_INVITATION)
    await guest.wire.call('invitations.revoke', { invitationId: _id })
    expect(await guest.wire.refusal('invitations.link', { invitationId: _id })).toMatchObject({ error: 409 })
    expect(await guest.wire.call('invitations.add', input), 'sent again after it was revoked').toEqual(first)
  })

  it('leaves only its hash in the database', async () => {
    const { token } = await invite(boss)
    const dump = await dumpTables(world)
    expect(dump).toContain('invitation_uses')
    expect(dump).not.toContain(token)
    expect(await usedNow(token)).toBe(0)
  })

  it('can be revoked by its maker and by administrators, and is not there for anybody else', async () => {
    const [maker, other] = [await join((await invite(boss)).token), await join((await invite(boss)).token)]
    const ids = [uuidv7(), uuidv7()]
    for (const _id of ids) await maker.wire.call('invitations.add', { _id })
    const { wire, documents } = await watching(maker, 'invitations.mine')
    expect([...documents().keys()].sort()).toEqual(ids)
    expect(await other.wire.refusal('invitations.revoke', { invitationId: ids[0] })).toEqual(NO_INVITATION)
    expect(await boss.wire.refusal('invitations.revoke', { invitationId: 'none' })).toEqual(NO_INVITATION)
    await maker.wire.call('invitations.revoke', { invitationId: ids[0] })
    await boss.wire.call('invitations.revoke', { invitationId: ids[1] })
    await wire.until(() => [...documents().values()].every(({ revokedAt }) => revokedAt instanceof Date))
    const { rows } = await world.app.database.pool.query(
      `SELECT action, by_user AS by, about_user AS about FROM audit_log WHERE subject_id = ANY ($1)`,
      [ids],
    )
    expect(rows, 'in the audit log is what the administrator did').toEqual([{ action: 'invitations.revoke', by: boss.id, about: maker.id }])
    await wire.close()
  })

  it('is listed page by page, and to its maker or administrators only', async () => {
    const [maker, other] = [await join((await invite(boss)).token), await join((await invite(boss)).token)]
    const ids: string[] = []
    for (const note of ['one', 'two', 'three']) {
      const _id = uuidv7()
      ids.unshift(_id)
      await maker.wire.call('invitations.add', { _id, note })
    }
    const pages: string[][] = []
    for (const before of [undefined, ids[1]]) {
      const { wire, documents } = await watching(maker, 'invitations.mine', { limit: 2, ...(before === undefined ? {} : { before }) })
      pages.push([...documents().keys()])
      await wire.close()
    }
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2)])
    const theirs = await watching(other, 'invitations.mine')
    expect(theirs.documents().size).toBe(0)
    expect((await other.wire.subscribe('invitations.all', {})).error).toMatchObject({ error: 403 })
    for (const name of ['invitations.mine', 'invitations.all']) expect((await visitor.subscribe(name, {})).error).toEqual(SIGN_IN)
    for (const name of ['invitations.link', 'invitations.revoke'])
      expect(await visitor.refusal(name, { invitationId: ids[0] })).toEqual(SIGN_IN)
    expect(await visitor.refusal('invitations.add', { _id: uuidv7() })).toEqual(SIGN_IN)
    await theirs.wire.close()
  })

  it('stops being listed for an administrator who is none any more', async () => {
    const helper = await join((await invite(boss)).token)
    await makeAdmin(world, helper.id)
    const { wire } = await watching(helper, 'invitations.all')
    await boss.wire.call('roles.assign', { userIds: [helper.id], roles: ['admin'], group: '__global_roles__', mode: 'remove' })
    await wire.message(({ msg, error }) => msg === 'nosub' && (error as { error?: unknown } | undefined)?.error === 403)
    expect(wire.documents('invitations').size).toBe(0)
    await wire.close()
  })
})

describe('a player', () => {
  it('invites at most ten people by one invitation, where an administrator may invite a thousand', async () => {
    const player = await join((await invite(boss)).token)
    expect(await player.wire.refusal('invitations.add', { _id: uuidv7(), uses: 11 })).toEqual(
      wireError(400, 'uses must be a whole number from 1 to 10.', [{ path: 'uses', message: 'must be a whole number from 1 to 10' }]),
    )
    await invite(player, { uses: 10 })
    await invite(boss, { uses: 1000, days: 365 })
  })

  it('makes ten invitations a day, also across a restart, and hears when there can be another', async () => {
    const time = settableClock()
    const limited = await createWorld({ config: { signUps: 'invite', invitations: 'players' }, clock: time })
    const admin = await firstAdministrator(limited)
    const { token } = await invite(admin, { uses: 2 })
    let player = await signUp(limited, 'Player', { invitation: token })
    const input = { _id: uuidv7() }
    await player.wire.call('invitations.add', input)
    for (let n = 1; n < 10; n++) await invite(player)
    await limited.restart()
    const wire = await Wire.open(limited.endpoint)
    await wire.call('login', { resume: player.token })
    player = { ...player, wire }
    const refusal = await wire.refusal('invitations.add', { _id: uuidv7() })
    expect(refusal).toMatchObject({ error: 'too-many-requests' })
    expect(refusal.details!.timeToReset).toBeGreaterThan(DAY - 600_000)
    expect(refusal.details!.timeToReset).toBeLessThanOrEqual(DAY)
    await wire.call('invitations.add', input)
    time.set(time.now() + refusal.details!.timeToReset + 1)
    await invite(player)
    await limited.close()
  })

  it('may not invite where administrators alone may, who still can', async () => {
    const strict = await createWorld({ config: { rateLimits: 'off', signUps: 'invite' } })
    const admin = await firstAdministrator(strict)
    const { token } = await invite(admin)
    const player = await signUp(strict, 'Player', { invitation: token })
    expect(await player.wire.refusal('invitations.add', { _id: uuidv7(), uses: 11 })).toEqual(
      wireError(403, 'Only an administrator may invite people.'),
    )
    const wire = await Wire.open(strict.endpoint)
    await wire.subscribe('invitations.policy', {})
    expect(wire.documents('invitationPolicy').get('site')).toEqual({ signUps: 'invite', invitations: 'administrators' })
    await strict.close()
  })
})

describe('where everybody may sign up', () => {
  it('an invitation is not needed, counts where it is good, and does no harm where it is not', async () => {
    const open = await createWorld({ config: { rateLimits: 'off', invitations: 'players' } })
    const ann = await signUp(open, 'Ann')
    const { token } = await invite(ann)
    const bea = await signUp(open, 'Bea', { invitation: token })
    const cat = await signUp(open, 'Cat', { invitation: token })
    const { rows } = await open.app.database.pool.query('SELECT user_id AS id FROM invitation_uses')
    expect(rows).toEqual([{ id: bea.id }])
    expect(cat.id).toEqual(expect.any(String))
    await open.close()
  })

  it('and where nobody may, nobody invites', async () => {
    const closed = await createWorld({ config: { rateLimits: 'off', signUps: 'closed' } })
    const admin = await firstAdministrator(closed)
    expect(await admin.wire.refusal('invitations.add', { _id: uuidv7() })).toMatchObject({ error: 409 })
    await closed.close()
  })
})

describe('when an account is deleted', () => {
  const leave = ({ wire }: SignedUp) => wire.call('account.delete', { password: digestOf(PASSWORD), eraseScores: false })

  it('its invitations end and lose maker and note; whom it invited stays, and is invited by nobody', async () => {
    const maker = await join((await invite(boss)).token, 'Maker')
    const [used, unused] = [uuidv7(), uuidv7()]
    const { token } = await maker.wire.call<Link>('invitations.add', { _id: used, uses: 5, note: 'A secret crush' })
    const other = await maker.wire.call<Link>('invitations.add', { _id: unused })
    const guest = await join(token, 'Guest')
    await leave(maker)
    for (const gone of [token, other.token]) expect(await attempt(gone)).toEqual({ error: FORBIDDEN })
    const { wire, documents } = await watching(boss, 'invitations.all', { limit: 100 })
    expect(documents().get(used)).toMatchObject({ by: null, note: '', used: 1, revokedAt: expect.any(Date) })
    expect((documents().get(used)!.joined as Document[]).map(({ username }) => username)).toEqual(['Guest'])
    expect(documents().has(unused)).toBe(false)
    expect(await dumpTables(world)).not.toContain('A secret crush')
    await leave(guest)
    await wire.until(() => !documents().has(used))
    const { rows } = await world.app.database.pool.query('SELECT 1 FROM invitation_uses WHERE user_id = ANY ($1)', [[maker.id, guest.id]])
    expect(rows).toEqual([])
    await wire.close()
  })

  it('its use of an invitation stays counted, but it is in no list any more', async () => {
    const _id = uuidv7()
    const { token } = await boss.wire.call<Link>('invitations.add', { _id })
    await leave(await join(token))
    const { wire, documents } = await watching(boss, 'invitations.all')
    expect(documents().get(_id)).toMatchObject({ used: 1, joined: [] })
    expect(await attempt(token)).toEqual({ error: FORBIDDEN })
    await wire.close()
  })

  it('nobody who signs up at that moment is left with an invitation that names its maker', async () => {
    for (let round = 0; round < 5; round++) {
      const maker = await join((await invite(boss)).token)
      const { token } = await invite(maker, { uses: 3 })
      const answers = await Promise.all([attempt(token), leave(maker), attempt(token)])
      for (const answer of [answers[0], answers[2]]) if (answer.error !== undefined) expect(answer.error).toEqual(FORBIDDEN)
      const { rows } = await world.app.database.pool.query('SELECT 1 FROM invitations WHERE made_by = $1', [maker.id])
      expect(rows).toEqual([])
    }
  })
})

it('who invited whom is in the export of both', async () => {
  const maker = await join((await invite(boss)).token, 'Export maker')
  const guest = await join((await invite(maker, { note: 'For the export' })).token, 'Export guest')
  const fileOf = async ({ wire }: SignedUp): Promise<string> => {
    const { url } = await wire.call<{ url: string }>('account.export', {})
    const { unzipSync, strFromU8 } = await import('fflate')
    const files = unzipSync(new Uint8Array(await (await fetch(world.http + url)).arrayBuffer()))
    return strFromU8(files['invitations.json']!)
  }
  expect(JSON.parse(await fileOf(maker))).toMatchObject({
    invitedBy: { by: 'admin' },
    made: [{ note: 'For the export', uses: 1, used: 1, joined: [{ username: 'Export guest' }] }],
  })
  expect(JSON.parse(await fileOf(guest))).toMatchObject({ invitedBy: { by: 'Export maker' }, made: [] })
})

it('a link that is out stays good when the server has lost its key, but cannot be shown again', async () => {
  const { rmSync } = await import('node:fs')
  const { join: pathOf } = await import('node:path')
  const _id = uuidv7()
  const { token } = await boss.wire.call<Link>('invitations.add', { _id })
  rmSync(pathOf(world.dataDir, 'secrets/invitations'))
  expect(await boss.wire.refusal('invitations.link', { invitationId: _id })).toMatchObject({ error: 409 })
  expect(await boss.wire.refusal('invitations.add', { _id })).toMatchObject({ error: 409 })
  await join(token)
})
