import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ejson, encode } from '#ddp/wire/ejson.ts'
import { loadContracts } from '../contracts/all.ts'
import { UNREACHABLE_PROVIDER } from '../integration/fakes/oidc-provider.ts'
import { UNREACHABLE_PATREON } from '../integration/fakes/patreon.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { firstMachineId, signUp, type TestUser } from '../integration/helpers/users.ts'
import { HANDMADE_ARGUMENTS } from './permissions/arguments.ts'
import { type Caller, classifyOutcome, connectCaller, createUserWithRole, ROLES, type Role } from './permissions/callers.ts'
import { PermissionFixtures } from './permissions/fixtures.ts'
import { createPermissionRows, EXTRA_ROWS, type PermissionRow, WITHOUT_CONTRACT } from './permissions/rows.ts'
import { RULES } from './permissions/rules.ts'

const CONTRACTS = await loadContracts()
const ROWS = [...CONTRACTS.flatMap(createPermissionRows), ...EXTRA_ROWS, ...WITHOUT_CONTRACT]

let testApp: TestApp
let fixtures: PermissionFixtures
const users = new Map<Role, TestUser>()
/** one connection per role, for rows that do no harm to the caller's account */
const callersByRole = new Map<Role, Caller>()

beforeAll(async () => {
  testApp = await createTestApp({
    config: { rateLimits: 'off', privateWebhooks: true, patreon: UNREACHABLE_PATREON, loginProviders: [UNREACHABLE_PROVIDER] },
  })
  for (const role of ROLES.slice(1)) users.set(role, await createUserWithRole(testApp, role))
  fixtures = new PermissionFixtures({
    testApp,
    machineId: await firstMachineId(testApp),
    users,
    member: await signUp(testApp, 'Plain Member'),
    expendableUser: await signUp(testApp, 'Spare'),
  })
  for (const role of ROLES) callersByRole.set(role, await connectCaller(testApp, role, users.get(role)))
})
afterAll(() => {
  for (const caller of callersByRole.values()) caller.close()
  return testApp.close()
})

const title = ({ name, when, rule }: PermissionRow): string => `${name}${when === undefined ? '' : ` ${when}`}: ${rule}`

describe.each(['method', 'sub'] as const)('[Z1] permissions, each %s called by every role', kind => {
  const rows = ROWS.filter(row => row.kind === kind)
  it.each(rows.map(row => [title(row), row] as const))('%s', async (_, { name, rule, params, alone, personal, codes }) => {
    const outcomes: Record<string, string> = {}
    let given: unknown[] | null = null
    for (const role of ROLES) {
      const caller = alone
        ? await connectCaller(testApp, role, role === 'visitor' ? undefined : await createUserWithRole(testApp, role))
        : callersByRole.get(role)!
      given ??= encode((await params(fixtures, caller)) as Ejson) as unknown[]
      outcomes[role] = classifyOutcome(await caller.call(kind, name, given), codes)
      if (outcomes[role] === 'A' || personal) given = null
      if (alone) caller.close()
    }
    expect(outcomes).toEqual(Object.fromEntries(ROLES.map((role, i) => [role, RULES[rule][i]])))
  })
})

it('[Z1] has a row for every method and every publication of the application', () => {
  const { methods, publications } = testApp.app.ddp.names
  const named = (kind: PermissionRow['kind']): string[] =>
    [...new Set(ROWS.filter(row => row.kind === kind).map(({ name }) => name))].sort()
  expect(named('method')).toEqual([...methods].sort())
  expect(named('sub')).toEqual([...publications].sort())
})

it('has no handmade argument for a call that does not exist', () => {
  const names = CONTRACTS.map(({ name }) => name)
  expect(HANDMADE_ARGUMENTS.filter(name => !names.includes(name))).toEqual([])
})
