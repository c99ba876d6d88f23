import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { findNeedles } from '../../security/needles.ts'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient, type Document } from '../helpers/ddp-test-client.ts'
import { drawPhoto, uploadPicture } from '../helpers/pictures.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { firstMachineId, grantRoles, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let admin: TestUser
let moderator: TestUser
let editor: TestUser
let player: TestUser
let machineId: string

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  admin = await signUp(testApp, 'Boss')
  moderator = await signUp(testApp, 'Mod')
  editor = await signUp(testApp, 'Editor')
  player = await signUp(testApp, 'Wombat')
  await grantRoles(testApp, admin.id, ['admin'])
  await grantRoles(testApp, moderator.id, ['moderator'])
  await grantRoles(testApp, editor.id, ['machine-editor'])
  machineId = await firstMachineId(testApp)
})
afterAll(() => testApp.close())

/** Opens a connection of an administrator that is subscribed to the audit log from now on. */
async function watching(input: object = {}) {
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.call('login', { resume: admin.token })
  expect((await client.subscribe('audit.list', input)).error).toBe(null)
  const entries = (): Document[] =>
    [...client.documents('audit')].sort(([a], [b]) => (a < b ? 1 : -1)).map(([_id, document]) => ({ _id, ...document }))
  const known = new Set(entries().map(({ _id }) => _id))
  const fresh = (): Document[] => entries().filter(({ _id }) => !known.has(_id))
  return { client, entries, next: (count = 1) => client.waitUntil(() => fresh().length >= count).then(fresh) }
}

const logged = async (): Promise<number> =>
  (await testApp.app.database.pool.query<{ n: number }>('SELECT count(*) AS n FROM audit_log')).rows[0]!.n
const someone = (): Promise<TestUser> => signUp(testApp, `Someone ${randomBytes(4).toString('hex')}`)
const named = ({ id, username }: TestUser) => ({ userId: id, username })

async function newScore(): Promise<string> {
  const _id = uuidv7()
  await player.client.call('scores.submit', { _id, machineId, value: 1_234_560 })
  return _id
}
async function newReport(): Promise<string> {
  const _id = uuidv7()
  await moderator.client.call('reports.add', { _id, kind: 'profile', subjectId: player.id, reason: 'Rude' })
  return _id
}
async function newPicture(): Promise<string> {
  const id = randomBytes(16).toString('hex')
  await testApp.app.database.pool.query(
    `INSERT INTO pictures (id, kind, subject_id, user_id, state) VALUES ($1, 'profilePicUpload', $2, $2, 'shown')`,
    [id, player.id],
  )
  return id
}
async function newMachine(name: string): Promise<string> {
  const _id = uuidv7()
  await editor.client.call('machines.add', { _id, name, manufacturer: 'Anybody', type: 'ss', year: 1992 })
  return _id
}

describe('the audit log', () => {
  it('has an entry for everything that is done by a role of the site: who, what, to whom, and what changed', async () => {
    const { client, next } = await watching()
    const [gone, scoreId, reportId, pictureId] = [await someone(), await newScore(), await newReport(), await newPicture()]
    const enrolled = uuidv7()
    await admin.client.call('users.enroll', { _id: enrolled, username: 'Keith', email: 'keith@example.com', roles: ['moderator'] })
    await admin.client.call('users.delete', { userId: gone.id, eraseScores: true })
    await admin.client.call('roles.create', { name: 'usher' })
    await admin.client.call('roles.assign', { userIds: [player.id], roles: ['usher'], mode: 'add' })
    await admin.client.call('roles.assign', { userIds: [player.id], roles: ['usher'], mode: 'remove' })
    await admin.client.call('roles.delete', { name: 'usher' })
    const made = await newMachine('Barracuda')
    await editor.client.call('machines.edit', { machineId: made, name: 'Barracuda II', retired: true })
    await moderator.client.call('scores.moderate', { scoreId, version: 1, status: 'verified' })
    await moderator.client.call('pictures.remove', { pictureId })
    await moderator.client.call('reports.close', { reportId, outcome: 'Nothing to it' })
    await admin.client.call('cache.clear', { name: 'boards' })
    const invitation = uuidv7()
    await admin.client.call('invitations.add', { _id: invitation, uses: 3 })
    await admin.client.call('invitations.revoke', { invitationId: invitation })
    const entries = (await next(14)).reverse()
    const user = (id: string) => ({ kind: 'user', id, label: null })
    const machine = (label: string) => ({ kind: 'machine', id: made, label })
    const byBoss = { by: named(admin), at: expect.any(Date) }
    const byMod = { by: named(moderator), about: named(player) }
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
      {
        ...byBoss,
        action: 'invitations.revoke',
        subject: { kind: 'invitation', id: invitation, label: 'Invitation' },
        about: named(admin),
      },
    ])
    expect(entries).toHaveLength(14)
    await client.close()
  })

  it('has what a moderator does to scores and comments of others, without their words, and nothing that players do to their own', async () => {
    const { client, next } = await watching()
    const [scoreId, commentId] = [await newScore(), uuidv7()]
    await player.client.call('scores.comment', { _id: commentId, scoreId, text: 'Wombats rule' })
    await player.client.call('scores.edit', { scoreId, comment: 'Wombats ruled' })
    const before = await logged()
    await moderator.client.call('scores.edit', { scoreId, value: 123_456, comment: 'Quokkas rule' })
    await moderator.client.call('scores.removeComment', { commentId })
    await moderator.client.call('scores.remove', { scoreId })
    const entries = (await next(3)).reverse()
    const subject = (value: string) => ({ kind: 'score', id: scoreId, label: expect.stringContaining(`${value} on `) })
    expect(entries).toMatchObject([
      { action: 'scores.edit', subject: subject('1,234,560'), details: { value: [1_234_560, 123_456], comment: 'changed' } },
      { action: 'scores.removeComment', subject: subject('123,456'), details: {} },
      { action: 'scores.remove', subject: subject('123,456'), details: {} },
    ])
    for (const entry of entries) expect(entry).toMatchObject({ by: named(moderator), about: named(player) })
    const [own, remark] = [await newScore(), uuidv7()]
    await player.client.call('scores.comment', { _id: remark, scoreId: own, text: 'Mine' })
    await player.client.call('scores.removeComment', { commentId: remark })
    await player.client.call('scores.remove', { scoreId: own })
    expect(await logged()).toBe(before + 3)
    await client.close()
  })

  it('has the roles that an administrator gives inside a group, and not those that its owner gives', async () => {
    const [owner, member, groupId] = [await someone(), await someone(), uuidv7()]
    await owner.client.call('groups.add', { _id: groupId, name: 'Flippers', visibility: 'public' })
    await member.client.call('groups.join', { groupId })
    const before = await logged()
    const assignRoles = (by: TestUser, roles: string[]) =>
      by.client.call('roles.assign', { userIds: [member.id], roles, group: groupId, mode: 'add' })
    await assignRoles(owner, ['manager'])
    expect(await logged()).toBe(before)
    await assignRoles(admin, ['owner'])
    const { client, entries } = await watching({ userId: member.id })
    expect(entries()).toMatchObject([{ action: 'roles.assign', details: { mode: 'add', roles: ['owner'], group: groupId } }])
    await client.close()
  })

  it('has no entry for calls that changed nothing or were refused', async () => {
    const enrollment = { _id: uuidv7(), username: 'Twice', email: 'twice@example.com', roles: ['moderator'] }
    await admin.client.call('users.enroll', enrollment)
    const [machine, scoreId, reportId] = [await newMachine('Silent'), await newScore(), await newReport()]
    await moderator.client.call('scores.moderate', { scoreId, version: 1, status: 'verified' })
    await moderator.client.call('reports.close', { reportId })
    const invitation = { _id: uuidv7() }
    await admin.client.call('invitations.add', invitation)
    await admin.client.call('invitations.revoke', { invitationId: invitation._id })
    const before = await logged()
    await admin.client.call('invitations.add', invitation)
    await admin.client.call('invitations.revoke', { invitationId: invitation._id })
    await admin.client.call('users.enroll', enrollment)
    await admin.client.call('roles.assign', { userIds: [moderator.id], roles: ['moderator'], mode: 'add' })
    await admin.client.call('roles.delete', { name: 'no such role' })
    await editor.client.call('machines.edit', { machineId: machine, name: 'Silent', backglass: null })
    await moderator.client.call('scores.moderate', { scoreId, version: 2, status: 'verified' })
    await moderator.client.call('reports.close', { reportId })
    for (const [method, input] of [
      ['users.delete', { userId: uuidv7(), eraseScores: true }],
      ['users.enroll', { ...enrollment, _id: uuidv7() }],
      ['roles.create', { name: 'admin' }],
      ['roles.assign', { userIds: [admin.id, uuidv7()], roles: ['x'], mode: 'add' }],
      ['roles.assign', { userIds: [admin.id], roles: ['admin'], mode: 'remove' }],
      ['machines.edit', { machineId: uuidv7(), name: 'x' }],
      ['machines.merge', { from: machine, into: machine }],
      ['scores.remove', { scoreId: uuidv7() }],
      ['scores.moderate', { scoreId, version: 1, status: 'rejected' }],
      ['pictures.remove', { pictureId: 'nothing' }],
      ['reports.close', { reportId: uuidv7() }],
      ['cache.clear', { name: 'no such cache' }],
    ] as const) {
      await admin.client.expectError(method, input)
      await player.client.expectError(method, input)
    }
    expect(await logged()).toBe(before)
  })

  it('says that a backglass was sent or taken away', async () => {
    const made = await newMachine('Glassy')
    const backglass = await uploadPicture(editor, 'machineBackglassPicUpload', await drawPhoto(400, 300))
    const { client, next } = await watching()
    await editor.client.call('machines.edit', { machineId: made, backglass })
    await editor.client.call('machines.edit', { machineId: made, backglass })
    await testApp.app.features.uploads.imageProcessor.idle()
    await editor.client.call('machines.edit', { machineId: made, backglass: null })
    expect((await next(2)).map(({ details }) => details)).toEqual([{ backglass: 'taken away' }, { backglass: 'sent' }])
    await client.close()
  })

  it('is filtered by what was done and by who did it or whom it is about, and read on from any entry', async () => {
    const about = await someone()
    for (let i = 0; i < 3; i++) {
      await admin.client.call('roles.assign', { userIds: [about.id], roles: [`role ${i}`], mode: 'add' })
      await admin.client.call('cache.clear', { name: 'boards' })
    }
    const all = await watching({ userId: about.id })
    expect(all.entries().map(({ details }) => (details as { roles: string[] }).roles)).toEqual([['role 2'], ['role 1'], ['role 0']])
    const [newest, , oldest] = all.entries()
    const rest = await watching({ userId: about.id, before: newest!._id, limit: 2 })
    expect(rest.entries()).toEqual(all.entries().slice(1))
    const none = await watching({ userId: about.id, before: oldest!._id })
    expect(none.entries()).toEqual([])
    const cleared = await watching({ action: 'cache.clear', userId: admin.id, limit: 3 })
    expect(cleared.entries().map(({ action }) => action)).toEqual(['cache.clear', 'cache.clear', 'cache.clear'])
    await admin.client.call('cache.clear', { name: 'boards' })
    await cleared.next()
    expect(cleared.entries()).toHaveLength(3)
    for (const { client } of [all, rest, none, cleared]) await client.close()
  })

  it('loses the names of those who are gone, of the one who acted and the one acted on', async () => {
    const acted = await signUp(testApp, 'Quaggastar', { profile: { name: 'Wombatine Numbat' } })
    await grantRoles(testApp, acted.id, ['moderator'])
    const _id = uuidv7()
    await acted.client.call('scores.submit', { _id, machineId, value: 777 })
    await moderator.client.call('scores.moderate', { scoreId: _id, version: 1, status: 'verified' })
    await acted.client.call('scores.moderate', { scoreId: await newScore(), version: 1, status: 'verified' })
    const { client, entries } = await watching({ userId: acted.id })
    expect(entries().map(({ by, about }) => [by, about])).toEqual([
      [named(acted), named(player)],
      [named(moderator), named(acted)],
    ])
    await admin.client.call('users.delete', { userId: acted.id, eraseScores: true })
    await client.waitUntil(
      () => entries().length === 3 && entries().every(({ by }) => (by as { username: string }).username !== 'Quaggastar'),
    )
    const nobody = { userId: acted.id, username: '' }
    expect(entries().map(({ by, about }) => [by, about])).toEqual([
      [named(admin), nobody],
      [nobody, named(player)],
      [named(moderator), nobody],
    ])
    const dump = await dumpTables(testApp)
    expect(findNeedles(dump, ['Quaggastar', 'Wombatine Numbat'])).toEqual([])
    await client.close()
  })

  it('is closed to an administrator who is one no more', async () => {
    const other = await someone()
    await grantRoles(testApp, other.id, ['admin'])
    const sub = await other.client.subscribe('audit.list', {})
    expect(sub.error).toBe(null)
    await grantRoles(testApp, other.id, ['moderator'])
    const nosub = await other.client.waitForMessage(({ msg, id }) => msg === 'nosub' && id === sub.id)
    expect(nosub.error).toMatchObject({ error: 403 })
    expect(other.client.documents('audit').size).toBe(0)
  })
})
