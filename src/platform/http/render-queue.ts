import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { addressGroup, clientAddress } from '../../ddp/transport/node/client-address.ts'
import { FairQueue } from '../jobs/fair-queue.ts'

/** number of requests whose answers are rendered at the same time, and of those how many may be of one client address */
const AT_ONCE = 4
const PER_ADDRESS = 2

/**
 * Returns a middleware for routes that render something: their requests wait, and the client addresses take turns. None is refused.
 * @param forwardedCount number of trusted proxies in front of the server
 */
export function createRenderQueue(forwardedCount: number): MiddlewareHandler {
  const queue = new FairQueue(AT_ONCE, PER_ADDRESS)
  return (context, next) => {
    const { incoming, outgoing } = context.env as HttpBindings
    return queue.run(addressGroup(clientAddress(incoming, forwardedCount) ?? ''), async () => {
      // The client may have left while its request waited.
      if (outgoing.destroyed) return context.body(null)
      await next()
    })
  }
}
