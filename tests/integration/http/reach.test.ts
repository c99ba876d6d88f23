import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { SiteSetupDoc } from '#admin/contract.ts'
import { networkAddresses } from '#platform/http/reach.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, logIn, signUp } from '../helpers/users.ts'

let testApp: TestApp

/** Whether the site is listening at more than 127.0.0.1: only then does it answer at another address of the loopback network. */
const isOpen = (): Promise<boolean> =>
  fetch(`http://127.0.0.2:${testApp.app.port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** The status with which a socket of a page of this origin is answered; 101: it was opened. */
async function socketStatus(origin: string): Promise<number> {
  const socket = new WebSocket(testApp.endpoint, { origin })
  socket.on('error', () => {})
  const opened = once(socket, 'open').then(() => 101)
  const refused = once(socket, 'unexpected-response').then(([, { statusCode }]) => statusCode as number)
  const status = await Promise.race([opened, refused])
  socket.terminate()
  return status
}

async function administrator(): Promise<DdpTestClient> {
  const client = await DdpTestClient.open(testApp.endpoint)
  await logIn(client, 'Boss')
  await client.subscribe('admin.setup', {})
  return client
}
const reachOf = (client: DdpTestClient): SiteSetupDoc['reach'] =>
  (client.documents('siteSetup').get('site') as unknown as SiteSetupDoc).reach

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  const { id } = await signUp(testApp, 'Boss')
  await grantRoles(testApp, id, ['admin'])
})
afterAll(() => testApp.close())

describe('a site without a public address', () => {
  it('is open to its own computer only, and says at which addresses others would reach it', async () => {
    expect(await isOpen()).toBe(false)
    expect(testApp.app.address).toBe(`http://localhost:${testApp.app.port}`)
    expect(reachOf(await administrator())).toEqual({ by: 'computer', addresses: networkAddresses('0.0.0.0', testApp.app.port) })
    expect(await socketStatus(`http://192.0.2.7:${testApp.app.port}`)).toBe(403)
  })

  it('is opened to the network by an administrator, from the next start on, with pages at each of its addresses', async () => {
    await (await administrator()).call('settings.update', { listen: 'network' })
    for (let start = 0; start < 2; start++) {
      await testApp.restart()
      expect(await isOpen()).toBe(true)
    }
    const addresses = networkAddresses('0.0.0.0', testApp.app.port)
    expect(reachOf(await administrator())).toEqual({ by: 'network', addresses })
    expect(testApp.app.address).toBe(addresses[0] ?? `http://localhost:${testApp.app.port}`)
    for (const origin of [...addresses, `http://localhost:${testApp.app.port}`]) expect(await socketStatus(origin)).toBe(101)
    for (const origin of [`http://192.0.2.7:${testApp.app.port}`, ...addresses.map(address => `${address}0`)])
      expect(await socketStatus(origin)).toBe(403)
  })

  it('listens where HOST says, whatever was chosen', async () => {
    const closed = await createTestApp({ config: { host: '127.0.0.1', rateLimits: 'off' } })
    await closed.app.database.pool.query(`INSERT INTO site_settings (key, value) VALUES ('listen', '"network"')`)
    await closed.restart()
    const open = testApp
    testApp = closed
    expect(await isOpen()).toBe(false)
    testApp = open
    await closed.close()
  })
})
