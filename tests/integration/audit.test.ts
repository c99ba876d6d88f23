import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { needlesIn } from '../security/needles.ts'
import { grant, type SignedUp, signUp, someMachine } from './people.ts'
import { drawPhoto, uploaded } from './pictures.ts'
import { dumpTables } from './tables.ts'
import { type Document, Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World
let boss: SignedUp
let mod: SignedUp
let editor: SignedUp
let player: SignedUp
let machineId: string

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  boss = await signUp(world, 'Boss')
  mod = await signUp(world, 'Mod')
  editor = await signUp(world, 'Editor')
  player = await signUp(world, 'Wombat')
  await grant(world, boss.id, ['admin'])
  await grant(world, mod.id, ['moderator'])
  await grant(world, editor.id, ['machine-editor'])
  machineId = await someMachine(world)
})
afterAll(() => world.close())

/** Opens a connection of an administrator that is subscribed to the audit log from now on. */
async function watching(input: object = {}) {
  const wire = await Wire.open(world.endpoint)
  await wire.call('login', { resume: boss.token })
  expect((await wire.subscribe('audit.list', input)).error).toBe(null)
  const entries = (): Document[] =>
    [...wire.documents('audit')].sort(([a], [b]) => (a < b ? 1 : -1)).map(([_id, document]) => ({ _id, ...document }))
  const known = new Set(entries().map(({ _id }) => _id))
  const fresh = (): Document[] => entries().filter(({ _id }) => !known.has(_id))
  return { wire, entries, next: (count = 1) => wire.until(() => fresh().length >= count).then(fresh) }
}

const logged = async (): Promise<number> =>
  (await world.app.database.pool.query<{ n: number }>('SELECT count(*) AS n FROM audit_log')).rows[0]!.n
const someone = (): Promise<SignedUp> => signUp(world, `Someone ${randomBytes(4).toString('hex')}`)
const named = ({ id, username }: SignedUp) => ({ userId: id, username })

async function newScore(): Promise<string> {
  const _id = uuidv7()
  await player.wire.call('scores.submit', { _id, machineId, value: 1_234_560 })
  return _id
}
async function newReport(): Promise<string> {
  const _id = uuidv7()
  await mod.wire.call('reports.add', { _id, kind: 'profile', subjectId: player.id, reason: 'Rude' })
  return _id
}
async function newPicture(): Promise<string> {
  const id = randomBytes(16).toString('hex')
  await world.app.database.pool.query(
    `INSERT INTO pictures (id, kind, subject_id, user_id, state) VALUES ($1, 'profilePicUpload', $2, $2, 'shown')`,
    [id, player.id],
  )
  return id
}
async function newMachine(name: string): Promise<string> {
  const _id = uuidv7()
  await editor.wire.call('machines.add', { _id, name, manufacturer: 'Anybody', type: 'ss', year: 1992 })
  return _id
}

describe('the audit log', () => {
  it('has an entry for everything that is done by a role of the site: who, what, to whom, and what changed', async () => {
    const { wire, next } = await watching()
    const [gone, scoreId, reportId, pictureId] = [await someone(), await newScore(), await newReport(), await newPicture()]
    const enrolled = uuidv7()
    await boss.wire.call('users.enroll', { _id: enrolled, username: 'Keith', email: 'keith@example.com', roles: ['moderator'] })
    await boss.wire.call('users.delete', { userId: gone.id, eraseScores: true })
    await boss.wire.call('roles.create', { name: 'usher' })
    await boss.wire.call('roles.assign', { userIds: [player.id], roles: ['usher'], mode: 'add' })
    await boss.wire.call('roles.assign', { userIds: [player.id], roles: ['usher'], mode: 'remove' })
    await boss.wire.call('roles.delete', { name: 'usher' })
    const made = await newMachine('Barracuda')
    await editor.wire.call('machines.edit', { machineId: made, name: 'Barracuda II', retired: true })
    await mod.wire.call('scores.moderate', { scoreId, version: 1, status: 'verified' })
    await mod.wire.call('pictures.remove', { pictureId })
    await mod.wire.call('reports.close', { reportId, outcome: 'Nothing to it' })
    await boss.wire.call('cache.clear', { name: 'boards' })
    const invitation = uuidv7()
    await boss.wire.call('invitations.add', { _id: invitation, uses: 3 })
    await boss.wire.call('invitations.revoke', { invitationId: invitation })
    const entries = (await next(14)).reverse()
    const user = (id: string) => ({ kind: 'user', id, label: null })
    const machine = (label: string) => ({ kind: 'machine', id: made, label })
    const byBoss = { by: named(boss), at: expect.any(Date) }
    const byMod = { by: named(mod), about: named(player) }
    const assigned = { ...byBoss, action: 'roles.assign', subject: user(player.id), about: named(player) }
    expect(entries).toMatchObject([
      {
        ...byBoss,
        action: 'users.enroll',
        subject: user(enrolled),
        about: { userId: enrolled, username: 'Keith' },
        details: { roles: ['moderator'] },
      },
      {
        ...byBoss,
        action: 'users.delete',
        subject: user(gone.id),
        about: { userId: gone.id, username: '' },
        details: { eraseScores: true },
      },
      { ...byBoss, action: 'roles.create', subject: { kind: 'role', id: 'usher', label: 'usher' }, about: null, details: {} },
      { ...assigned, details: { mode: 'add', roles: ['usher'] } },
      { ...assigned, details: { mode: 'remove', roles: ['usher'] } },
      { ...byBoss, action: 'roles.delete', subject: { kind: 'role', id: 'usher', label: 'usher' } },
      {
        by: named(editor),
        action: 'machines.add',
        subject: machine('Barracuda'),
        details: { manufacturer: 'Anybody', year: 1992, type: 'ss' },
      },
      {
        by: named(editor),
        action: 'machines.edit',
        subject: machine('Barracuda II'),
        details: { name: ['Barracuda', 'Barracuda II'], retired: [false, true] },
      },
      {
        ...byMod,
        action: 'scores.moderate',
        subject: { kind: 'score', id: scoreId, label: expect.stringMatching(/^1,234,560 on /) },
        details: { status: ['unverified', 'verified'] },
      },
      {
        ...byMod,
        action: 'pictures.remove',
        subject: { kind: 'picture', id: pictureId, label: 'Picture of a player' },
        details: { kind: 'profilePicUpload', subjectId: player.id },
      },
      {
        ...byMod,
        action: 'reports.close',
        subject: { kind: 'report', id: reportId, label: 'Report of a profile' },
        details: { kind: 'profile', subjectId: player.id },
      },
      {
        ...byBoss,
        action: 'cache.clear',
        subject: { kind: 'cache', id: 'boards', label: 'boards' },
        details: { cleared: expect.any(Number) },
      },
      {
        ...byBoss,
        action: 'invitations.add',
        subject: { kind: 'invitation', id: invitation, label: 'Invitation' },
        details: { uses: 3, days: 7 },
      },
      { ...byBoss, action: 'invitations.revoke', subject: { kind: 'invitation', id: invitation, label: 'Invitation' }, about: named(boss) },
    ])
    expect(entries).toHaveLength(14)
    await wire.close()
  })

  it('has what a moderator does to scores and comments of others, without their words, and nothing that players do to their own', async () => {
    const { wire, next } = await watching()
    const [scoreId, commentId] = [await newScore(), uuidv7()]
    await player.wire.call('scores.comment', { _id: commentId, scoreId, text: 'Wombats rule' })
    await player.wire.call('scores.edit', { scoreId, comment: 'Wombats ruled' })
    const before = await logged()
    await mod.wire.call('scores.edit', { scoreId, value: 123_456, comment: 'Quokkas rule' })
    await mod.wire.call('scores.removeComment', { commentId })
    await mod.wire.call('scores.remove', { scoreId })
    const entries = (await next(3)).reverse()
    const subject = (value: string) => ({ kind: 'score', id: scoreId, label: expect.stringContaining(`${value} on `) })
    expect(entries).toMatchObject([
      { action: 'scores.edit', subject: subject('1,234,560'), details: { value: [1_234_560, 123_456], comment: 'changed' } },
      { action: 'scores.removeComment', subject: subject('123,456'), details: {} },
      { action: 'scores.remove', subject: subject('123,456'), details: {} },
    ])
    for (const entry of entries) expect(entry).toMatchObject({ by: named(mod), about: named(player) })
    const [own, remark] = [await newScore(), uuidv7()]
    await player.wire.call('scores.comment', { _id: remark, scoreId: own, text: 'Mine' })
    await player.wire.call('scores.removeComment', { commentId: remark })
    await player.wire.call('scores.remove', { scoreId: own })
    expect(await logged()).toBe(before + 3)
    await wire.close()
  })

  it('has the roles that an administrator gives inside a group, and not those that its owner gives', async () => {
    const [owner, member, groupId] = [await someone(), await someone(), uuidv7()]
    await owner.wire.call('groups.add', { _id: groupId, name: 'Flippers', visibility: 'public' })
    await member.wire.call('groups.join', { groupId })
    const before = await logged()
    const give = (by: SignedUp, roles: string[]) =>
      by.wire.call('roles.assign', { userIds: [member.id], roles, group: groupId, mode: 'add' })
    await give(owner, ['manager'])
    expect(await logged()).toBe(before)
    await give(boss, ['owner'])
    const { wire, entries } = await watching({ userId: member.id })
    expect(entries()).toMatchObject([{ action: 'roles.assign', details: { mode: 'add', roles: ['owner'], group: groupId } }])
    await wire.close()
  })

  it('is as silent as what changed nothing, and what was refused', async () => {
    const enrolment = { _id: uuidv7(), username: 'Twice', email: 'twice@example.com', roles: ['moderator'] }
    await boss.wire.call('users.enroll', enrolment)
    const [machine, scoreId, reportId] = [await newMachine('Silent'), await newScore(), await newReport()]
    await mod.wire.call('scores.moderate', { scoreId, version: 1, status: 'verified' })
    await mod.wire.call('reports.close', { reportId })
    const invitation = { _id: uuidv7() }
    await boss.wire.call('invitations.add', invitation)
    await boss.wire.call('invitations.revoke', { invitationId: invitation._id })
    const before = await logged()
    await boss.wire.call('invitations.add', invitation)
    await boss.wire.call('invitations.revoke', { invitationId: invitation._id })
    await boss.wire.call('users.enroll', enrolment)
    await boss.wire.call('roles.assign', { userIds: [mod.id], roles: ['moderator'], mode: 'add' })
    await boss.wire.call('roles.delete', { name: 'no such role' })
    await editor.wire.call('machines.edit', { machineId: machine, name: 'Silent', backglass: null })
    await mod.wire.call('scores.moderate', { scoreId, version: 2, status: 'verified' })
    await mod.wire.call('reports.close', { reportId })
    for (const [method, input] of [
      ['users.delete', { userId: uuidv7(), eraseScores: true }],
      ['users.enroll', { ...enrolment, _id: uuidv7() }],
      ['roles.create', { name: 'admin' }],
      ['roles.assign', { userIds: [boss.id, uuidv7()], roles: ['x'], mode: 'add' }],
      ['roles.assign', { userIds: [boss.id], roles: ['admin'], mode: 'remove' }],
      ['machines.edit', { machineId: uuidv7(), name: 'x' }],
      ['machines.merge', { from: machine, into: machine }],
      ['scores.remove', { scoreId: uuidv7() }],
      ['scores.moderate', { scoreId, version: 1, status: 'rejected' }],
      ['pictures.remove', { pictureId: 'nothing' }],
      ['reports.close', { reportId: uuidv7() }],
      ['cache.clear', { name: 'no such cache' }],
    ] as const) {
      await boss.wire.refusal(method, input)
      await player.wire.refusal(method, input)
    }
    expect(await logged()).toBe(before)
  })

  it('says that a backglass was sent or taken away', async () => {
    const made = await newMachine('Glassy')
    const backglass = await uploaded(editor, 'machineBackglassPicUpload', await drawPhoto(400, 300))
    const { wire, next } = await watching()
    await editor.wire.call('machines.edit', { machineId: made, backglass })
    await editor.wire.call('machines.edit', { machineId: made, backglass })
    await world.app.features.uploads.intake.idle()
    await editor.wire.call('machines.edit', { machineId: made, backglass: null })
    expect((await next(2)).map(({ details }) => details)).toEqual([{ backglass: 'taken away' }, { backglass: 'sent' }])
    await wire.close()
  })

  it('is filtered by what was done and by who did it or whom it is about, and read on from any entry', async () => {
    const about = await someone()
    for (let i = 0; i < 3; i++) {
      await boss.wire.call('roles.assign', { userIds: [about.id], roles: [`role ${i}`], mode: 'add' })
      await boss.wire.call('cache.clear', { name: 'boards' })
    }
    const all = await watching({ userId: about.id })
    expect(all.entries().map(({ details }) => (details as { roles: string[] }).roles)).toEqual([['role 2'], ['role 1'], ['role 0']])
    const [newest, , oldest] = all.entries()
    const rest = await watching({ userId: about.id, before: newest!._id, limit: 2 })
    expect(rest.entries()).toEqual(all.entries().slice(1))
    const none = await watching({ userId: about.id, before: oldest!._id })
    expect(none.entries()).toEqual([])
    const cleared = await watching({ action: 'cache.clear', userId: boss.id, limit: 3 })
    expect(cleared.entries().map(({ action }) => action)).toEqual(['cache.clear', 'cache.clear', 'cache.clear'])
    await boss.wire.call('cache.clear', { name: 'boards' })
    await cleared.next()
    expect(cleared.entries()).toHaveLength(3)
    for (const { wire } of [all, rest, none, cleared]) await wire.close()
  })

  it('loses the names of those who are gone, of the one who acted and the one acted on', async () => {
    const acted = await signUp(world, 'Quaggastar', { profile: { name: 'Wombatine Numbat' } })
    await grant(world, acted.id, ['moderator'])
    const _id = uuidv7()
    await acted.wire.call('scores.submit', { _id, machineId, value: 777 })
    await mod.wire.call('scores.moderate', { scoreId: _id, version: 1, status: 'verified' })
    await acted.wire.call('scores.moderate', { scoreId: await newScore(), version: 1, status: 'verified' })
    const { wire, entries } = await watching({ userId: acted.id })
    expect(entries().map(({ by, about }) => [by, about])).toEqual([
      [named(acted), named(player)],
      [named(mod), named(acted)],
    ])
    await boss.wire.call('users.delete', { userId: acted.id, eraseScores: true })
    await wire.until(() => entries().length === 3 && entries().every(({ by }) => (by as { username: string }).username !== 'Quaggastar'))
    const nobody = { userId: acted.id, username: '' }
    expect(entries().map(({ by, about }) => [by, about])).toEqual([
      [named(boss), nobody],
      [nobody, named(player)],
      [named(mod), nobody],
    ])
    const dump = await dumpTables(world)
    expect(needlesIn(dump, ['Quaggastar', 'Wombatine Numbat'])).toEqual([])
    await wire.close()
  })

  it('is closed to an administrator who is one no more', async () => {
    const other = await someone()
    await grant(world, other.id, ['admin'])
    const sub = await other.wire.subscribe('audit.list', {})
    expect(sub.error).toBe(null)
    await grant(world, other.id, ['moderator'])
    const nosub = await other.wire.message(({ msg, id }) => msg === 'nosub' && id === sub.id)
    expect(nosub.error).toMatchObject({ error: 403 })
    expect(other.wire.documents('audit').size).toBe(0)
  })
})
