import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Contract, isPublication, loadContracts, loadExportNames } from '../contracts/all.ts'
import { findMismatch, findOddDocument } from '../contracts/conforms.ts'
import { readContractTypes } from '../contracts/types.ts'
import { UNREACHABLE_PROVIDER } from '../integration/fakes/oidc-provider.ts'
import { UNREACHABLE_PATREON } from '../integration/fakes/patreon.ts'
import type { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { firstMachineId, signUp, type TestUser } from '../integration/helpers/users.ts'
import { createUserWithRole, ROLES, type Role } from './permissions/callers.ts'
import { PermissionFixtures } from './permissions/fixtures.ts'
import { createPermissionRows } from './permissions/rows.ts'
import { RULES } from './permissions/rules.ts'

const contracts = await loadContracts()
const exported = await loadExportNames()
const types = readContractTypes()

/**
 * What nobody can call with success by the fixtures alone: it is about what is one's own, needs an authenticator, a second step or a job that
 * can run, or follows upon another call.
 */
const NEVER_ANSWERED = [
  ...['account.addPasskey', 'account.disableSecondStep', 'account.enableSecondStep', 'account.endSession', 'account.removePasskey'],
  ...[
    'account.renamePasskey',
    'account.renewRecoveryCodes',
    'events.draw',
    'imports.ifpa',
    'imports.undo',
    'invitations.link',
    'jobs.retry',
    'keys.revoke',
  ],
  ...['oauth.revoke', 'patreon.confirm', 'stations.readNvram', 'users.resetSecondStep', 'venues.restore'],
]

let testApp: TestApp
let fixtures: PermissionFixtures
const users = new Map<Role, TestUser>()

beforeAll(async () => {
  testApp = await createTestApp({
    config: { rateLimits: 'off', privateWebhooks: true, patreon: UNREACHABLE_PATREON, loginProviders: [UNREACHABLE_PROVIDER] },
  })
  for (const role of ROLES.slice(1)) users.set(role, await createUserWithRole(testApp, role))
  const [member, expendableUser] = [await signUp(testApp, 'Plain Member'), await signUp(testApp, 'Spare')]
  fixtures = new PermissionFixtures({ testApp, machineId: await firstMachineId(testApp), users, member, expendableUser })
}, 60_000)
afterAll(() => testApp.close())

/** Returns somebody whom the contract lets make the call, and an argument for it. */
async function prepareCall(contract: Contract): Promise<{ client: DdpTestClient; argument: unknown }> {
  const { rule, params, alone = false } = createPermissionRows(contract)[0]!
  const role = (['admin', 'owner', 'player'] as const).find(each => RULES[rule][ROLES.indexOf(each)] === 'A')!
  const { client, id } = alone ? await createUserWithRole(testApp, role) : users.get(role)!
  const [argument] = await params(fixtures, { role, userId: id, call: async () => null, close: () => {} })
  return { client, argument }
}

describe('the answer is as its contract declares it, of', () => {
  const methods = contracts.filter(each => !isPublication(each) && !NEVER_ANSWERED.includes(each.name))
  it.each(methods.map(contract => [contract.name, contract] as const))('%s', async (name, contract) => {
    const { client, argument } = await prepareCall(contract)
    expect(findMismatch(types.answers.get(exported.get(name)!)!, await client.call(name, argument), types.named)).toBe(null)
  })
})

describe('each document is as its contract declares it, of', () => {
  it.each(contracts.filter(isPublication).map(contract => [contract.name, contract] as const))('%s', async (_, contract) => {
    const { client, argument } = await prepareCall(contract)
    expect(await findOddDocument(client, contract, argument, types)).toBe(null)
  })
})

it('a value that differs from what is declared is found, wherever it is', () => {
  const shape = { kind: 'named', name: 'SubmitScoreResult' } as const
  const answer = { scoreId: 'a', rank: 1, players: 1, personalBest: true, previousBest: null }
  expect(findMismatch(shape, answer, types.named)).toBe(null)
  expect(findMismatch(shape, { ...answer, rank: '1' }, types.named)).toBe('it.rank is "1", not number')
  expect(findMismatch(shape, { ...answer, secret: 1 }, types.named)).toBe('it.secret is not in the contract')
  expect(findMismatch({ kind: 'list', item: shape }, [answer, { rank: 1 }], types.named)).toBe('it[1].scoreId is missing')
})
