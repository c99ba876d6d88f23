import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { listMachines, signUp, type TestUser } from '../integration/helpers/users.ts'
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts'

/** A server behind a network relay that can be cut, and a second user who plays. Its address outlives restarts on another port. */
export interface InteropHarness {
  testApp: TestApp
  proxy: TcpProxy
  /** `ws://…/websocket`, through the relay */
  endpoint: string
  machineId: string
  rival: TestUser
  /** Submits a score as the rival. @returns its id */
  submitAsRival(value: number): Promise<string>
  /** Restarts the server; the rival logs in again by token. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function startInteropHarness(): Promise<InteropHarness> {
  const testApp = await createTestApp({ config: { rateLimits: 'off' } })
  const proxy = await startTcpProxy(() => ({ host: '127.0.0.1', port: testApp.app.port }))
  const machineId = (await listMachines(testApp, 1))[0]!.id
  const harness: InteropHarness = {
    testApp,
    proxy,
    endpoint: `ws://127.0.0.1:${proxy.port}/websocket`,
    machineId,
    rival: await signUp(testApp, 'Rival'),
    async submitAsRival(value) {
      const _id = uuidv7()
      await harness.rival.client.call('scores.submit', { _id, machineId, value })
      return _id
    },
    async restart() {
      await testApp.restart()
      harness.rival.client = await DdpTestClient.open(testApp.endpoint)
      await harness.rival.client.call('login', { resume: harness.rival.token })
    },
    async close() {
      await proxy.close()
      await testApp.close()
    },
  }
  return harness
}

/** Resolves when the condition holds; `onChange` registers the callback that checks it again. */
export function waitForCondition(onChange: (check: () => void) => void, condition: () => boolean): Promise<void> {
  return new Promise(resolve => {
    const check = (): void => {
      if (condition()) resolve()
    }
    onChange(check)
    check()
  })
}
