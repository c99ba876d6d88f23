import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ejson, encode } from '../../src/ddp/wire/ejson.ts'
import { isPublication, loadContracts } from '../contracts/all.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { firstMachineId, signUp, type TestUser } from '../integration/helpers/users.ts'
import { makeArgument } from './permissions/arguments.ts'
import { type Caller, classifyOutcome, connectCaller, createUserWithRole } from './permissions/callers.ts'
import { PermissionFixtures } from './permissions/fixtures.ts'

/** Calls of an event's director that co-directors may not make. */
const DIRECTOR_ONLY = ['events.handOver']
const STAFF = ['co-director', 'scorekeeper'] as const

const contracts = (await loadContracts()).filter(({ terms }) => / of the event$/.test(terms.access))

let testApp: TestApp
let fixtures: PermissionFixtures
let owner: TestUser
const callers = new Map<string, { user: TestUser; caller: Caller }>()

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  owner = await createUserWithRole(testApp, 'owner')
  fixtures = new PermissionFixtures({
    testApp,
    machineId: await firstMachineId(testApp),
    users: new Map([['owner', owner]]),
    member: await signUp(testApp, 'Plain Member'),
    expendableUser: await signUp(testApp, 'Spare'),
  })
  for (const role of STAFF) {
    const user = await createUserWithRole(testApp, 'player')
    callers.set(role, { user, caller: await connectCaller(testApp, 'player', user) })
  }
})
afterAll(() => {
  for (const { caller } of callers.values()) caller.close()
  return testApp.close()
})

describe('[Z1] permissions of those who help to run an event', () => {
  it.each(contracts.map(contract => [contract.name, contract] as const))('%s', async (name, contract) => {
    const kind = isPublication(contract) ? 'sub' : 'method'
    for (const role of STAFF) {
      const { user, caller } = callers.get(role)!
      const given = encode([(await makeArgument(contract, fixtures, { caller, groupId: undefined })) as Ejson]) as [{ eventId: string }]
      await owner.client.call('events.setStaff', { eventId: given[0].eventId, userId: user.id, role })
      const mayCall = role === 'co-director' ? !DIRECTOR_ONLY.includes(name) : contract.terms.access === 'scorekeeper of the event'
      expect(classifyOutcome(await caller.call(kind, name, given)), role).toBe(mayCall ? 'A' : 'R')
    }
  })
})
