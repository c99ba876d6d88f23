import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MachineNames } from '#machines/contract/machines.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let visitor: DdpTestClient
let ada: TestUser

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  visitor = await DdpTestClient.open(testApp.endpoint)
  ada = await signUp(testApp, 'ada')
})
afterAll(() => testApp.close())

const names = (known?: string): Promise<MachineNames> => visitor.call('machines.names', known === undefined ? {} : { known })

it('the names of the catalogue are told to everybody, and only again when they have changed', async () => {
  const { version, machines = [] } = await names()
  const [found] = await visitor.call<{ machineId: string; name: string; manufacturer: string; year: number }[]>('machines.search', {
    text: 'medieval madness',
  })
  expect(machines).toContainEqual([found!.machineId, found!.name, found!.manufacturer, found!.year])
  expect(new Set(machines.map(([machineId]) => machineId)).size).toBe(machines.length)
  expect(await names(version)).toEqual({ version })
  await ada.client.call('scores.submit', { _id: v7(), machineId: machines.at(-1)![0], value: 1_000 })
  expect(await names(version)).toEqual({ version })

  await grantRoles(testApp, ada.id, ['machine-editor'])
  const machineId = v7()
  await ada.client.call('machines.add', { _id: machineId, name: 'Brand New', manufacturer: 'Stern', year: 2026, type: 'ss' })
  const later = await names(version)
  expect(later.version).not.toBe(version)
  expect(later.machines).toContainEqual([machineId, 'Brand New', 'Stern', 2026])
})
