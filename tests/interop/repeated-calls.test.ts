import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dropIndexes } from '#app/backup/tables.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import { isPublication, loadContracts } from '../contracts/all.ts'
import { parseMembers } from '../contracts/schema.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { firstMachineId, grantRoles, signUp, type TestUser } from '../integration/helpers/users.ts'
import { makeArgument } from './permissions/arguments.ts'
import { createUserWithRole, ROLES, type Role } from './permissions/callers.ts'
import { PermissionFixtures } from './permissions/fixtures.ts'

/** `events.deviceLink` and `scores.kioskLink` give their devices a new link each time; `events.draw` needs the results of a round (tests/integration/events/draws.test.ts). */
const OTHERS = ['events.deviceLink', 'scores.kioskLink', 'events.draw']

/** The calls that create something by an id of the client's. */
const CREATING = (await loadContracts()).filter(
  contract =>
    !isPublication(contract) &&
    !OTHERS.includes(contract.name) &&
    parseMembers(contract.input).some(({ key, optional }) => key === '_id' && !optional),
)

/** Creates keys, foreign keys and indexes again as a restore does. @param inOrder turns the order of the statements */
async function recreateIndexes({ connection }: TestApp, inOrder: (statements: string[]) => string[]): Promise<void> {
  const client = new pg.Client({ ...connection })
  await client.connect()
  for (const statement of inOrder(await dropIndexes(client))) await client.query(statement)
  await client.end()
}

/** As a restore by an older version has left a site: keys in another order than that of the migrations. */
const reversed = (statements: string[]): string[] => {
  const isForeign = (statement: string): boolean => statement.includes('FOREIGN KEY')
  return [...statements.filter(each => !isForeign(each)).reverse(), ...statements.filter(isForeign).reverse()]
}

describe.each([
  ['a new site', null],
  ['a restored site', (statements: string[]) => statements],
  ['a site whose keys stand in the reverse order', reversed],
] as const)('on %s', (_, inOrder) => {
  let testApp: TestApp
  let fixtures: PermissionFixtures
  let owner: TestUser

  beforeAll(async () => {
    testApp = await createTestApp({ config: { rateLimits: 'off', privateWebhooks: true } })
    if (inOrder !== null) {
      await recreateIndexes(testApp, inOrder)
      await testApp.restart()
    }
    const users = new Map<Role, TestUser>()
    for (const role of ROLES.slice(1)) users.set(role, await createUserWithRole(testApp, role))
    owner = users.get('owner')!
    await grantRoles(testApp, owner.id, ['moderator', 'machine-editor', 'event-director', 'admin'])
    fixtures = new PermissionFixtures({
      testApp,
      machineId: await firstMachineId(testApp),
      users,
      member: await signUp(testApp, 'Plain Member'),
      expendableUser: await signUp(testApp, 'Spare'),
    })
  })
  afterAll(() => testApp.close())

  it.each(CREATING.map(contract => [contract.name, contract] as const))(
    '%s that is sent again has the first answer',
    async (name, contract) => {
      const caller = { role: 'owner' as const, userId: owner.id, call: async () => null, close: () => {} }
      const argument = (await makeArgument(contract, fixtures, { caller, groupId: undefined })) as Ejson
      const first = await owner.client.tryCall(name, argument)
      expect(first.error).toBeUndefined()
      expect(await owner.client.tryCall(name, argument)).toEqual(first)
    },
  )
})
