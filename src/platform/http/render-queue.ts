import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { callerGroups, clientAddress } from '#ddp/transport/node/client-address.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { FairQueue } from '#platform/fair-queue.ts'

/** number of requests whose answers are rendered at the same time, and of those how many may be of one client address */
const AT_ONCE = 4
const PER_ADDRESS = 2

/**
 * Returns a middleware for routes that render something: their requests wait, and the client addresses take turns. Only when far too many
 * wait, one is answered with 429.
 * @param forwardedCount number of trusted proxies in front of the server
 */
export function createRenderQueue(forwardedCount: number): MiddlewareHandler {
  const queue = new FairQueue({ atOnce: AT_ONCE, perAddress: PER_ADDRESS })
  return async (context, next) => {
    const { incoming, outgoing } = context.env as HttpBindings
    try {
      return await queue.run(callerGroups(clientAddress(incoming, forwardedCount), ''), async () => {
        // The client may have left while its request waited.
        if (outgoing.destroyed) return context.body(null)
        await next()
      })
    } catch (error) {
      if (!(error instanceof DdpError) || error.error !== 'too-many-requests') throw error
      const { timeToReset } = error.details as { timeToReset: number }
      return context.text('Too many requests', 429, { 'retry-after': String(Math.ceil(timeToReset / 1000)) })
    }
  }
}
