import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import type { MachinesImport } from '#venues/contract.ts'
import { FakePinballMap, type PinballMapMachine } from '../fakes/pinball-map.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, signUp, type TestUser } from '../helpers/users.ts'

const LOCATION = 99_001
const ADDRESS = `https://pinballmap.com/map?by_location_id=${LOCATION}`

let pinballMap: FakePinballMap
let testApp: TestApp
let ada: TestUser
let editor: TestUser
let count = 0

beforeAll(async () => {
  pinballMap = await new FakePinballMap().open()
  testApp = await createTestApp({ config: { rateLimits: 'off', pinballMap: { url: pinballMap.url, token: null } } })
  ada = await signUp(testApp, 'Ada')
  editor = await signUp(testApp, 'Editor')
  await grantRoles(testApp, editor.id, ['machine-editor'])
})
beforeEach(() => {
  pinballMap.requests.length = 0
  pinballMap.token = null
  pinballMap.failure = null
})
afterAll(async () => {
  await testApp.close()
  await pinballMap.close()
})

async function newMachine(more: object = {}): Promise<{ machineId: string; name: string }> {
  const [_id, name] = [uuidv7(), `Xenon ${++count}`]
  await editor.client.call('machines.add', { _id, name, manufacturer: 'Bally', type: 'ss', ...more })
  return { machineId: _id, name }
}

async function newVenue(): Promise<string> {
  return (await ada.client.call<{ venueId: string }>('venues.add', { _id: uuidv7(), name: `Cellar ${++count}` })).venueId
}

const entry = (more: Partial<PinballMapMachine>): PinballMapMachine => ({
  id: ++count,
  name: 'Somewhere else',
  year: null,
  manufacturer: null,
  ipdb_id: null,
  opdb_id: null,
  ...more,
})

const importMachines = (venueId: string, more: object): Promise<MachinesImport> =>
  ada.client.call<MachinesImport>('venues.importMachines', { venueId, dryRun: false, ...more })

const standing = async (venueId: string): Promise<string[]> => {
  const { rows } = await testApp.app.database.pool.query<{ id: string }>(
    'SELECT machine_id AS id FROM venue_machine_cards WHERE venue_id = $1 ORDER BY position',
    [venueId],
  )
  return rows.map(({ id }) => id)
}

describe('a list of Pinball Map', () => {
  it('adds what is not here yet after the others, says how each was found, and leaves what nobody knows to a person', async () => {
    const venueId = await newVenue()
    const n = ++count
    const [edition, base, byIpdb, byName, stands, other] = [
      await newMachine({ opdbId: `GA${n}-M1-A1` }),
      await newMachine({ opdbId: `GB${n}-M1` }),
      await newMachine({ ipdbId: 5_000_000 + n }),
      await newMachine({ year: 1980 }),
      await newMachine({ opdbId: `GC${n}-M1` }),
      await newMachine(),
    ]
    await ada.client.call('venues.setMachines', { venueId, machineIds: [other!.machineId, stands!.machineId], was: [] })
    const unknown = entry({ name: 'Homebrew Example', year: 2024 })
    const twice = entry({ opdb_id: `GB${n}-M1-A9` })
    const machines = [
      entry({ opdb_id: `GA${n}-M1-A1` }),
      twice,
      twice,
      entry({ ipdb_id: 5_000_000 + n }),
      entry({ name: byName!.name.toUpperCase(), manufacturer: 'bally', year: 1980 }),
      entry({ opdb_id: `GC${n}-M1` }),
      unknown,
    ]
    const json = JSON.stringify({ machines })
    const dry = await importMachines(venueId, { json, dryRun: true })
    expect(dry.listed.map(({ machine, stands: there }) => [machine?.machineId ?? null, machine?.by ?? null, there])).toEqual([
      [edition!.machineId, 'opdb', false],
      [base!.machineId, 'opdb-machine', false],
      [byIpdb!.machineId, 'ipdb', false],
      [byName!.machineId, 'name', false],
      [stands!.machineId, 'opdb', true],
      [null, null, false],
    ])
    expect(dry.listed.at(-1)).toMatchObject({ pinballMapId: unknown.id, name: 'Homebrew Example', year: 2024 })
    expect(dry.gone).toEqual([other])
    expect(await standing(venueId)).toEqual([other!.machineId, stands!.machineId])

    await importMachines(venueId, { json, was: [other!.machineId, stands!.machineId] })
    const all = [other, stands, edition, base, byIpdb, byName].map(each => each!.machineId)
    expect(await standing(venueId)).toEqual(all)
    await importMachines(venueId, { json })
    expect(await standing(venueId)).toEqual(all)

    const homebrew = await newMachine()
    const chosen = [{ pinballMapId: unknown.id, machineId: homebrew.machineId }]
    await importMachines(venueId, { json, chosen, remove: [other!.machineId, stands!.machineId] })
    // What is on the list stays, whatever is asked to be removed.
    expect(await standing(venueId)).toEqual([...all.slice(1), homebrew.machineId])
  })

  it('is taken from the location that an address names, and from nowhere else', async () => {
    const venueId = await newVenue()
    const machine = await newMachine({ ipdbId: 6_000_001 })
    pinballMap.locations.set(LOCATION, [entry({ ipdb_id: 6_000_001 })])
    await importMachines(venueId, { address: `${ADDRESS}&by_location_name=%27sleep(9)` })
    expect(await standing(venueId)).toEqual([machine.machineId])
    expect(pinballMap.requests).toEqual([`/api/v1/locations/${LOCATION}/machine_details.json`])
    for (const address of ['https://evil.example/locations/1', `http://pinballmap.com/map?by_location_id=${LOCATION}`])
      expect(await ada.client.expectError('venues.importMachines', { venueId, address, dryRun: true })).toMatchObject({
        error: 400,
        details: [{ path: 'address', code: 'pinball-map-address' }],
      })
    expect(pinballMap.requests).toHaveLength(1)
    // The text of a location names no titles, so they are asked for.
    await importMachines(venueId, { json: JSON.stringify({ id: LOCATION, location_machine_xrefs: [] }) })
    expect(pinballMap.requests).toHaveLength(2)
  })

  it('is missing with the reason, whatever Pinball Map answers', async () => {
    const venueId = await newVenue()
    const refusal = () => ada.client.expectError('venues.importMachines', { venueId, address: ADDRESS, dryRun: true })
    pinballMap.locations.delete(LOCATION)
    expect(await refusal()).toEqual(meteorError(404, 'Pinball Map knows no such location.'))
    pinballMap.token = 'a key'
    expect(await refusal()).toMatchObject({ error: 409, details: { code: 'pinball-map-refuses' } })
    pinballMap.token = null
    for (const failure of [
      { status: 500, body: 'oops' },
      { status: 200, body: 'no JSON' },
      { status: 200, body: '{"machines":"none"}' },
      { status: 200, body: JSON.stringify({ machines: [], more: 'x'.repeat(1_100_000) }) },
      { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } },
      'silent',
    ] as const) {
      pinballMap.failure = failure
      expect(await refusal()).toMatchObject({ error: 503, details: { code: 'pinball-map-down' } })
    }
    expect(await standing(venueId)).toEqual([])
    for (const source of [{ json: '{}' }, { json: '[1]' }, {}, { json: '{}', address: ADDRESS }])
      expect(await ada.client.expectError('venues.importMachines', { venueId, dryRun: true, ...source })).toMatchObject({ error: 400 })
  })

  it('goes to the managers of the venue alone, and not over what somebody else has changed', async () => {
    const venueId = await newVenue()
    const machine = await newMachine({ ipdbId: 6_000_002 })
    const json = JSON.stringify({ machines: [entry({ ipdb_id: 6_000_002 })] })
    const ben = await signUp(testApp, `Ben ${++count}`)
    const visitor = await DdpTestClient.open(testApp.endpoint)
    expect(await visitor.expectError('venues.importMachines', { venueId, address: ADDRESS, dryRun: true })).toMatchObject({ error: 401 })
    expect(await ben.client.expectError('venues.importMachines', { venueId, address: ADDRESS, dryRun: true })).toMatchObject({ error: 403 })
    expect(pinballMap.requests).toEqual([])
    expect(await ada.client.expectError('venues.importMachines', { venueId, json, dryRun: false, was: [machine.machineId] })).toMatchObject(
      { error: 409, details: { code: 'venue-machines-changed' } },
    )
    expect(
      await ada.client.expectError('venues.importMachines', {
        venueId,
        json,
        dryRun: false,
        chosen: [{ pinballMapId: JSON.parse(json).machines[0].id, machineId: uuidv7() }],
      }),
    ).toMatchObject({ error: 404 })
  })
})

it('the key of the operator goes with each request', async () => {
  const other = await createTestApp({ config: { rateLimits: 'off', pinballMap: { url: pinballMap.url, token: 'a key' } } })
  try {
    const manager = await signUp(other, 'Manager')
    const { venueId } = await manager.client.call<{ venueId: string }>('venues.add', { _id: uuidv7(), name: 'Cellar' })
    pinballMap.token = 'a key'
    pinballMap.locations.set(LOCATION, [])
    expect(await manager.client.call('venues.importMachines', { venueId, address: ADDRESS, dryRun: true })).toEqual({
      listed: [],
      gone: [],
    })
  } finally {
    await other.close()
  }
})
