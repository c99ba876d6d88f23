import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ejson, encode } from '#ddp/wire/ejson.ts'
import type { Access } from '#platform/live/contract.ts'
import { type Contract, isPublication, loadContracts } from '../contracts/all.ts'
import { parseMembers } from '../contracts/schema.ts'
import { UNREACHABLE_PATREON } from '../integration/fakes/patreon.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { firstMachineId, signUp } from '../integration/helpers/users.ts'
import { makeArgument } from './permissions/arguments.ts'
import { type Caller, classifyOutcome, connectCaller, createUserWithRole } from './permissions/callers.ts'
import { PermissionFixtures } from './permissions/fixtures.ts'

/** Who makes the calls; `member`: a member of the event's group who has no part in running it. */
const HELPERS = ['member', 'scorekeeper', 'co-director', 'device'] as const
type Outcomes = Record<(typeof HELPERS)[number], 'A' | 'R'>

const DIRECTORS: Outcomes = { member: 'R', scorekeeper: 'R', 'co-director': 'A', device: 'R' }
const SCOREKEEPERS: Outcomes = { member: 'R', scorekeeper: 'A', 'co-director': 'A', device: 'A' }
/** Of a public event everybody sees these; a device sees them of a private group's event too. */
const VIEWERS: Outcomes = { member: 'A', scorekeeper: 'A', 'co-director': 'A', device: 'A' }
const EXPECTED: Partial<Record<Access, Outcomes>> = {
  everybody: VIEWERS,
  'director of the event': DIRECTORS,
  'director of the event, or players of the game where they choose its machine': DIRECTORS,
  'director of the event, but no co-director': { ...DIRECTORS, 'co-director': 'R' },
  'scorekeeper of the event': SCOREKEEPERS,
  'the entrant, or scorekeeper of the event': SCOREKEEPERS,
  'players of the game, or scorekeeper of the event': SCOREKEEPERS,
}
const EXCEPTIONS: Record<string, Outcomes> = {
  // A device checks players in itself, and shows no code for it.
  'events.checkInCode': { ...SCOREKEEPERS, device: 'R' },
}

/** Who runs an event, rather than who judges its scores. */
const EVENT = /^(the entrant, or |players of the game, or )?(director|scorekeeper) of the event/
const takesDevice = ({ input }: Contract): boolean => parseMembers(input).some(({ key }) => key === 'device')
const CONTRACTS = (await loadContracts()).filter(contract => EVENT.test(contract.terms.access) || takesDevice(contract))

let testApp: TestApp
let fixtures: PermissionFixtures
let helper: Caller
let visitor: Caller

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off', patreon: UNREACHABLE_PATREON } })
  const users = new Map([
    ['owner', await createUserWithRole(testApp, 'owner')],
    ['manager', await createUserWithRole(testApp, 'manager')],
  ] as const)
  const member = await signUp(testApp, 'Plain Member')
  const expendableUser = await signUp(testApp, 'Spare')
  fixtures = new PermissionFixtures({ testApp, machineId: await firstMachineId(testApp), users, member, expendableUser })
  helper = await connectCaller(testApp, 'player', member)
  visitor = await connectCaller(testApp, 'visitor')
})
afterAll(() => {
  helper.close()
  visitor.close()
  return testApp.close()
})

/** Makes the call in a new event of a group, in which the caller has the part. */
async function callAs(part: (typeof HELPERS)[number], contract: Contract, visibility: 'public' | 'private'): Promise<string> {
  const groupId = await fixtures.group(visibility)
  const argument = (await makeArgument(contract, fixtures, { caller: helper, groupId })) as { eventId: string; device?: string }
  // The links of devices end with an event. Whether somebody may make finals is decided before whether it has ended.
  if (contract.name === 'events.addFinals') argument.eventId = await fixtures.event(groupId)
  const { eventId } = argument
  if (part === 'device') {
    const [{ token }, key] = [await fixtures.device(eventId), `${fixtures.nextNumber()}`.padStart(43, 'k')]
    await visitor.call('method', 'events.openDevice', [{ token, key }])
    if (takesDevice(contract)) argument.device = key
  } else if (part !== 'member') {
    await fixtures.owner.client.call('events.setStaff', { eventId, userId: fixtures.member.id, role: part })
  }
  const caller = part === 'device' ? visitor : helper
  return classifyOutcome(
    await caller.call(isPublication(contract) ? 'sub' : 'method', contract.name, encode([argument] as Ejson) as unknown[]),
  )
}

describe.each(['public', 'private'] as const)('[Z1] permissions of those who help to run the event of a %s group', visibility => {
  it.each(CONTRACTS.map(contract => [`${contract.name}: ${contract.terms.access}`, contract] as const))('%s', async (_, contract) => {
    const outcomes: Record<string, string> = {}
    for (const part of HELPERS) outcomes[part] = await callAs(part, contract, visibility)
    expect(outcomes).toEqual(EXCEPTIONS[contract.name] ?? EXPECTED[contract.terms.access])
  })
})

describe('[Z1] permissions of those who help to run an event', () => {
  it('are tested for every call that the director or a scorekeeper of an event may make, or that takes the key of a device', () => {
    const names = CONTRACTS.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(30)
    for (const name of ['events.draw', 'events.result', 'events.devices', 'events.one', 'events.standings']) expect(names).toContain(name)
  })
})
