import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import type { UploadedPicture } from '#uploads/contract.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { describeFile, drawPhoto, listStoredObjects, uploadPicture } from '../helpers/pictures.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { firstMachineId, grantRoles, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let owner: TestUser
let editor: TestUser
let photo: Buffer

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  owner = await signUp(testApp, 'Owner')
  editor = await signUp(testApp, 'Editor')
  await grantRoles(testApp, editor.id, ['machine-editor'])
  photo = await drawPhoto(800, 600)
})
afterAll(() => testApp.close())

const idle = (): Promise<void> => testApp.app.features.uploads.imageProcessor.idle()
const objects = (): string[] => listStoredObjects(testApp)

describe("a group's picture", () => {
  const GROUP = 'groupPicUpload'

  async function newGroup(visibility = 'public'): Promise<string> {
    const _id = uuidv7()
    await owner.client.call('groups.add', { _id, name: 'Flippers', visibility })
    return _id
  }
  const getPicture = (client: DdpTestClient, groupId: string) =>
    client.documents('groups').get(groupId)?.picture as UploadedPicture | undefined

  it('is shown to all who look at the group, and goes with the group', async () => {
    const before = objects()
    const groupId = await newGroup()
    const visitor = await DdpTestClient.open(testApp.endpoint)
    await visitor.subscribe('groups.one', { groupId })
    await owner.client.call('groups.edit', { groupId, picture: await uploadPicture(owner, GROUP, photo, { groupId }) })
    await visitor.waitUntil(() => getPicture(visitor, groupId) !== undefined)
    expect(getPicture(visitor, groupId)).toMatchObject({ width: 600, height: 800 })
    await owner.client.call('groups.remove', { groupId })
    await idle()
    await idle()
    expect(objects()).toEqual(before)
    await visitor.close()
  })

  it('may be there from the beginning, and is taken away by none', async () => {
    const _id = uuidv7()
    const input = { _id, name: 'Early', visibility: 'public', picture: await uploadPicture(owner, GROUP, photo, { new: true }) }
    for (let i = 0; i < 2; i++) expect(await owner.client.call('groups.add', input)).toEqual({ groupId: _id })
    const visitor = await DdpTestClient.open(testApp.endpoint)
    await visitor.subscribe('groups.one', { groupId: _id })
    await visitor.waitUntil(() => getPicture(visitor, _id) !== undefined)
    await owner.client.call('groups.edit', { groupId: _id, picture: null })
    await visitor.waitUntil(() => getPicture(visitor, _id) === undefined)
    await visitor.close()
  })

  it('cannot be asked for by those who do not run the group, in the same words for one that is hidden and one that is not there', async () => {
    const outsider = await signUp(testApp, 'Stranger')
    const [open, hidden] = [await newGroup(), await newGroup('private')]
    const errors = []
    for (const context of [{ groupId: open }, { groupId: hidden }, { groupId: uuidv7() }, { groupId: 7 }, {}, null])
      errors.push(await outsider.client.expectError('slingshot/uploadRequest', GROUP, describeFile(photo), context))
    for (const error of errors) expect(error).toEqual(errors[0])
    expect(errors[0]).toMatchObject({ error: 'Unauthorized', reason: 'You are not allowed to upload this file' })
  })

  it('that was asked for one group is no other group’s', async () => {
    const [first, second] = [await newGroup(), await newGroup()]
    const picture = await uploadPicture(owner, GROUP, photo, { groupId: first })
    expect(await owner.client.expectError('groups.edit', { groupId: second, picture })).toMatchObject({ error: 404 })
    await owner.client.call('groups.edit', { groupId: first, picture })
  })
})

describe('a backglass', () => {
  const BACKGLASS = 'machineBackglassPicUpload'

  it('is shown wherever the machine is: in the catalogue, on its page, beside its scores', async () => {
    const machineId = await firstMachineId(testApp)
    const scoreId = uuidv7()
    await owner.client.call('scores.submit', { _id: scoreId, machineId, value: 5000 })
    const visitor = await DdpTestClient.open(testApp.endpoint)
    await visitor.subscribe('machines.one', { machineId })
    await visitor.subscribe('scores.recent', {})
    await editor.client.call('machines.edit', { machineId, backglass: await uploadPicture(editor, BACKGLASS, photo) })
    const machine = () => visitor.documents('machines').get(machineId) as { backglass?: UploadedPicture }
    const score = () => visitor.documents('scores').get(scoreId) as { machineFacts: { backglass?: object } }
    await visitor.waitUntil(() => machine().backglass !== undefined && score().machineFacts.backglass !== undefined)
    expect(machine().backglass).toMatchObject({ width: 600, height: 800 })
    const next = uuidv7()
    await owner.client.call('scores.submit', { _id: next, machineId, value: 5001 })
    await visitor.waitUntil(() => visitor.documents('scores').has(next))
    expect(visitor.documents('scores').get(next)).toMatchObject({ machineFacts: { backglass: { width: 160 } } })
    await editor.client.call('machines.edit', { machineId, backglass: null })
    await visitor.waitUntil(() => machine().backglass === undefined && score().machineFacts.backglass === undefined)
    await visitor.close()
  })

  it('may come with a new machine', async () => {
    const _id = uuidv7()
    const input = {
      _id,
      name: 'Home Brew',
      manufacturer: 'Garage',
      year: 2020,
      type: 'ss',
      display: 'lcd',
      playerCount: 4,
      backglass: await uploadPicture(editor, BACKGLASS, photo),
    }
    for (let i = 0; i < 2; i++) expect(await editor.client.call('machines.add', input)).toEqual({ machineId: _id })
    const visitor = await DdpTestClient.open(testApp.endpoint)
    await visitor.subscribe('machines.one', { machineId: _id })
    await visitor.waitUntil(() => visitor.documents('machines').get(_id)?.backglass !== undefined)
    expect(visitor.documents('machines').get(_id)).toMatchObject({ name: 'Home Brew', manufacturer: 'Garage', year: 2020, playerCount: 4 })
    const found = await visitor.call<{ machineId: string }[]>('machines.search', { text: 'home brew' })
    expect(found.map(({ machineId }) => machineId)).toContain(_id)
    await visitor.close()
  })
})

describe('machine editors', () => {
  const machine = { name: 'Twice Told', manufacturer: 'Garage', year: 1999, type: 'ss' }
  const add = (more: object) => ({ _id: uuidv7(), ...machine, ...more })

  it('cannot add what is there: same name, manufacturer and year, or the OPDB id of another', async () => {
    const first = add({ opdbId: 'Gabc1-Mdef2' })
    await editor.client.call('machines.add', first)
    expect(await editor.client.expectError('machines.add', add({ name: 'TWICE told' }))).toMatchObject({ error: 409 })
    expect(await editor.client.expectError('machines.add', add({ year: 2001, opdbId: 'Gabc1-Mdef2' }))).toMatchObject({ error: 409 })
    expect(await editor.client.expectError('machines.add', { ...first, name: 'Other' })).toMatchObject({ error: 409 })
    const second = add({ year: 2002 })
    await editor.client.call('machines.add', second)
    expect(await editor.client.expectError('machines.edit', { machineId: second._id, opdbId: 'Gabc1-Mdef2' })).toMatchObject({ error: 409 })
    const { rows } = await testApp.app.database.pool.query('SELECT count(*)::int AS n FROM machines WHERE name ILIKE $1', ['twice told'])
    expect(rows).toEqual([{ n: 2 }])
  })

  it('add a machine once, however many of them add it at the same moment', async () => {
    // The calls of one connection run one after another.
    const clients = await Promise.all(Array.from({ length: 8 }, () => DdpTestClient.open(testApp.endpoint)))
    for (const client of clients) await client.call('login', { resume: editor.token })
    const answers = await Promise.all(clients.map(client => client.tryCall('machines.add', add({ name: 'Eight Fold' }))))
    expect(answers.flatMap(({ error }) => error?.error ?? [])).toEqual(Array(7).fill(409))
    for (const client of clients) await client.close()
  })

  it('correct every fact; what is null is not known any more, and scores follow the name', async () => {
    const input = add({ name: 'Tpyo', display: 'dmd', playerCount: 2, ipdbId: 77 })
    await editor.client.call('machines.add', input)
    const scoreId = uuidv7()
    await owner.client.call('scores.submit', { _id: scoreId, machineId: input._id, value: 5 })
    const visitor = await DdpTestClient.open(testApp.endpoint)
    await visitor.subscribe('machines.one', { machineId: input._id })
    await visitor.subscribe('scores.one', { scoreId })
    await editor.client.call('machines.edit', {
      machineId: input._id,
      name: 'Typo',
      year: null,
      display: null,
      playerCount: null,
      ipdbId: null,
      type: 'em',
      retired: true,
    })
    const document = () => visitor.documents('machines').get(input._id)!
    await visitor.waitUntil(() => document().name === 'Typo' && visitor.documents('scores').get(scoreId)?.machineName === 'Typo')
    expect(document()).toMatchObject({ manufacturer: 'Garage', year: null, type: 'em', retired: true })
    for (const gone of ['display', 'playerCount', 'ipdbId']) expect(document()).not.toHaveProperty(gone)
    expect(await editor.client.expectError('machines.edit', { machineId: uuidv7(), name: 'x' })).toMatchObject({ error: 404 })
    await visitor.close()
  })
})
