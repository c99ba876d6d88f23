import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { HookReceiver } from '../integration/fakes/hook-receiver.ts'
import { createSettableClock } from '../integration/helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { firstMachineId, makeAdmin, signUp, type TestUser } from '../integration/helpers/users.ts'
import { startPostgresProxy, throughProxy } from '../postgres-proxy.ts'
import { waitUntil } from '../scale/wait.ts'
import type { TcpProxy } from '../tcp-proxy.ts'

const MINUTE = 60_000

const clock = createSettableClock()
let receiver: HookReceiver
let proxy: TcpProxy
let testApp: TestApp
let admin: TestUser
let machineId: string

beforeAll(async () => {
  receiver = await new HookReceiver().open()
  testApp = await createTestApp({
    clock,
    config: { rateLimits: 'off', privateWebhooks: true },
    proxyDatabase: async connection => {
      proxy = await startPostgresProxy(connection as { host: string; port: number })
      return throughProxy(connection, proxy)
    },
  })
  admin = await signUp(testApp, 'Admin')
  await makeAdmin(testApp, admin.id)
  machineId = await firstMachineId(testApp)
})
afterAll(async () => {
  await testApp.close()
  await proxy.close()
  await receiver.close()
})

it('messages that are due while the receiver and then the database are away arrive afterwards, all of them and in order', async () => {
  await admin.client.call('webhooks.add', { _id: uuidv7(), name: 'Bot', address: `${receiver.url}/bot`, types: ['score.submitted'] })
  const runOnce = () => testApp.app.features.webhooks.runOnce()
  const ids: string[] = []
  const submit = async (): Promise<void> => {
    const _id = uuidv7()
    await admin.client.call('scores.submit', { _id, machineId, value: 1000 + ids.length })
    ids.push(_id)
  }
  receiver.answer = 'silent'
  for (let i = 0; i < 3; i++) await submit()
  await runOnce()
  expect(receiver.received.length).toBe(1)
  // The receiver is back when the message is due again, but now the database is away.
  receiver.answer = { status: 204 }
  for (let i = 0; i < 3; i++) await submit()
  proxy.refuseConnections()
  clock.set(clock.now() + MINUTE)
  await runOnce()
  expect(receiver.received.length).toBe(1)
  proxy.restore()
  await waitUntil('the messages have come', async () => {
    await runOnce()
    return receiver.received.length > ids.length
  })
  const arrived = receiver.received.slice(1).map(({ message }) => (message.data.score as { id: string }).id)
  expect(arrived).toEqual(ids)
  expect(receiver.received[0]!.body).toBe(receiver.received[1]!.body)
})
