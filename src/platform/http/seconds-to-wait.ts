import type { IncomingMessage } from 'node:http'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { addressGroup, clientAddress } from '#ddp/transport/node/client-address.ts'

/**
 * Counts a request by the address that it comes from.
 * @param limiter null: requests are not limited
 * @param forwardedCount number of trusted proxies in front of the server
 * @returns the seconds after which a request may come again; null: this one may go on
 */
export async function secondsToWait(
  limiter: RateLimiterAbstract | null,
  request: IncomingMessage,
  forwardedCount: number,
): Promise<number | null> {
  if (limiter === null) return null
  const client = clientAddress(request, forwardedCount)
  try {
    await limiter.consume(client === null ? 'unknown' : addressGroup(client))
    return null
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
  }
}
