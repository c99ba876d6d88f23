import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UploadedPicture } from '../../src/features/uploads/contract.ts'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { grant, type SignedUp, signUp, someMachine } from './people.ts'
import { drawPhoto, fileFacts, storedObjects, uploaded } from './pictures.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World
let owner: SignedUp
let editor: SignedUp
let photo: Buffer

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  owner = await signUp(world, 'Owner')
  editor = await signUp(world, 'Editor')
  await grant(world, editor.id, ['machine-editor'])
  photo = await drawPhoto(800, 600)
})
afterAll(() => world.close())

const idle = (): Promise<void> => world.app.features.uploads.intake.idle()
const objects = (): string[] => storedObjects(world)

describe("a group's picture", () => {
  const GROUP = 'groupPicUpload'

  async function newGroup(visibility = 'public'): Promise<string> {
    const _id = uuidv7()
    await owner.wire.call('groups.add', { _id, name: 'Flippers', visibility })
    return _id
  }
  const pictureOf = (wire: Wire, groupId: string) => wire.documents('groups').get(groupId)?.picture as UploadedPicture | undefined

  it('is shown to all who look at the group, and goes with the group', async () => {
    const before = objects()
    const groupId = await newGroup()
    const visitor = await Wire.open(world.endpoint)
    await visitor.subscribe('groups.one', { groupId })
    await owner.wire.call('groups.edit', { groupId, picture: await uploaded(owner, GROUP, photo, { groupId }) })
    await visitor.until(() => pictureOf(visitor, groupId) !== undefined)
    expect(pictureOf(visitor, groupId)).toMatchObject({ width: 600, height: 800 })
    await owner.wire.call('groups.remove', { groupId })
    await idle()
    await idle()
    expect(objects()).toEqual(before)
    await visitor.close()
  })

  it('may be there from the beginning, and is taken away by none', async () => {
    const _id = uuidv7()
    const given = { _id, name: 'Early', visibility: 'public', picture: await uploaded(owner, GROUP, photo, { new: true }) }
    for (let i = 0; i < 2; i++) expect(await owner.wire.call('groups.add', given)).toEqual({ groupId: _id })
    const visitor = await Wire.open(world.endpoint)
    await visitor.subscribe('groups.one', { groupId: _id })
    await visitor.until(() => pictureOf(visitor, _id) !== undefined)
    await owner.wire.call('groups.edit', { groupId: _id, picture: null })
    await visitor.until(() => pictureOf(visitor, _id) === undefined)
    await visitor.close()
  })

  it('cannot be asked for by those who do not run the group, in the same words for one that is hidden and one that is not there', async () => {
    const stranger = await signUp(world, 'Stranger')
    const [open, hidden] = [await newGroup(), await newGroup('private')]
    const errors = []
    for (const context of [{ groupId: open }, { groupId: hidden }, { groupId: uuidv7() }, { groupId: 7 }, {}, null])
      errors.push(await stranger.wire.refusal('slingshot/uploadRequest', GROUP, fileFacts(photo), context))
    for (const error of errors) expect(error).toEqual(errors[0])
    expect(errors[0]).toMatchObject({ error: 'Unauthorized', reason: 'You are not allowed to upload this file' })
  })

  it('that was asked for one group is no other group’s', async () => {
    const [first, second] = [await newGroup(), await newGroup()]
    const picture = await uploaded(owner, GROUP, photo, { groupId: first })
    expect(await owner.wire.refusal('groups.edit', { groupId: second, picture })).toMatchObject({ error: 404 })
    await owner.wire.call('groups.edit', { groupId: first, picture })
  })
})

describe('a backglass', () => {
  const BACKGLASS = 'machineBackglassPicUpload'

  it('is shown wherever the machine is: in the catalogue, on its page, beside its scores', async () => {
    const machineId = await someMachine(world)
    const scoreId = uuidv7()
    await owner.wire.call('scores.submit', { _id: scoreId, machineId, value: 5000 })
    const visitor = await Wire.open(world.endpoint)
    await visitor.subscribe('machines.one', { machineId })
    await visitor.subscribe('scores.recent', {})
    await editor.wire.call('machines.edit', { machineId, backglass: await uploaded(editor, BACKGLASS, photo) })
    const machine = () => visitor.documents('machines').get(machineId) as { backglass?: UploadedPicture }
    const score = () => visitor.documents('scores').get(scoreId) as { machineFacts: { backglass?: object } }
    await visitor.until(() => machine().backglass !== undefined && score().machineFacts.backglass !== undefined)
    expect(machine().backglass).toMatchObject({ width: 600, height: 800 })
    const next = uuidv7()
    await owner.wire.call('scores.submit', { _id: next, machineId, value: 5001 })
    await visitor.until(() => visitor.documents('scores').has(next))
    expect(visitor.documents('scores').get(next)).toMatchObject({ machineFacts: { backglass: { width: 160 } } })
    await editor.wire.call('machines.edit', { machineId, backglass: null })
    await visitor.until(() => machine().backglass === undefined && score().machineFacts.backglass === undefined)
    await visitor.close()
  })

  it('may come with a new machine', async () => {
    const _id = uuidv7()
    const given = {
      _id,
      name: 'Home Brew',
      manufacturer: 'Garage',
      year: 2020,
      type: 'ss',
      display: 'lcd',
      playerCount: 4,
      backglass: await uploaded(editor, BACKGLASS, photo),
    }
    for (let i = 0; i < 2; i++) expect(await editor.wire.call('machines.add', given)).toEqual({ machineId: _id })
    const visitor = await Wire.open(world.endpoint)
    await visitor.subscribe('machines.one', { machineId: _id })
    await visitor.until(() => visitor.documents('machines').get(_id)?.backglass !== undefined)
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
    await editor.wire.call('machines.add', first)
    expect(await editor.wire.refusal('machines.add', add({ name: 'TWICE told' }))).toMatchObject({ error: 409 })
    expect(await editor.wire.refusal('machines.add', add({ year: 2001, opdbId: 'Gabc1-Mdef2' }))).toMatchObject({ error: 409 })
    expect(await editor.wire.refusal('machines.add', { ...first, name: 'Other' })).toMatchObject({ error: 409 })
    const second = add({ year: 2002 })
    await editor.wire.call('machines.add', second)
    expect(await editor.wire.refusal('machines.edit', { machineId: second._id, opdbId: 'Gabc1-Mdef2' })).toMatchObject({ error: 409 })
    const { rows } = await world.app.database.pool.query('SELECT count(*)::int AS n FROM machines WHERE name ILIKE $1', ['twice told'])
    expect(rows).toEqual([{ n: 2 }])
  })

  it('correct every fact; what is null is not known any more, and scores follow the name', async () => {
    const given = add({ name: 'Tpyo', display: 'dmd', playerCount: 2, ipdbId: 77 })
    await editor.wire.call('machines.add', given)
    const scoreId = uuidv7()
    await owner.wire.call('scores.submit', { _id: scoreId, machineId: given._id, value: 5 })
    const visitor = await Wire.open(world.endpoint)
    await visitor.subscribe('machines.one', { machineId: given._id })
    await visitor.subscribe('scores.one', { scoreId })
    await editor.wire.call('machines.edit', {
      machineId: given._id,
      name: 'Typo',
      year: null,
      display: null,
      playerCount: null,
      ipdbId: null,
      type: 'em',
      retired: true,
    })
    const document = () => visitor.documents('machines').get(given._id)!
    await visitor.until(() => document().name === 'Typo' && visitor.documents('scores').get(scoreId)?.machineName === 'Typo')
    expect(document()).toMatchObject({ manufacturer: 'Garage', year: null, type: 'em', retired: true })
    for (const gone of ['display', 'playerCount', 'ipdbId']) expect(document()).not.toHaveProperty(gone)
    expect(await editor.wire.refusal('machines.edit', { machineId: uuidv7(), name: 'x' })).toMatchObject({ error: 404 })
    await visitor.close()
  })
})
