import type { DdpClient } from '#ddp/client/client.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import { DeviceStore } from '#platform/ui/device-store.ts'
import { readDeviceKey } from '../device/device-key.ts'
import { ResultQueue } from './result-queue.ts'

export interface ResultQueueDependencies {
  client: DdpClient
  session: {
    readonly state: { userId: string | null; loggingIn: boolean; loggingOut: boolean }
    listen(listener: () => void): () => void
  }
  clock: Clock
}

const NAME = 'skillshot-results'

/** Creates the queue of this browser's results and starts sending. */
export function startResultQueue({ client, session, clock }: ResultQueueDependencies): ResultQueue {
  // Browsers have no locks on plain http. Two tabs may then send the same result, which changes nothing.
  const { locks } = navigator as { locks?: LockManager }
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)
  const queue = new ResultQueue({
    store: new DeviceStore(NAME),
    transport: {
      isConnected: () => client.status.status === 'connected',
      userId: () => {
        const { userId, loggingIn, loggingOut } = session.state
        return client.status.status === 'connected' && !loggingIn && !loggingOut ? userId : null
      },
      deviceKey: readDeviceKey,
      call: (name, params) => client.call(name, params, { noRetry: true }),
    },
    withLock: async run => (locks === undefined ? run() : await locks.request(NAME, run)),
    notifyTabs: () => channel?.postMessage('changed'),
    clock,
    random: Math.random,
  })
  channel?.addEventListener('message', () => void queue.load())
  let sender: string | null = null
  /** Sends when there is a connection again, or another user. */
  const onTransport = (): void => {
    const { userId, loggingIn } = session.state
    const next = client.status.status === 'connected' && !loggingIn ? (userId ?? 'nobody') : null
    if (next === sender) return
    sender = next
    if (next !== null) queue.sendNow()
  }
  client.onStatus(onTransport)
  session.listen(onTransport)
  onTransport()
  void queue.load()
  return queue
}
