import { getHeapStatistics } from 'node:v8'

/** Upper bounds for views, in bytes unless it says otherwise. */
export interface ViewLimits {
  /** what the views of all visitors take together */
  visitors: number
  /** what the views of all signed-in users take together */
  users: number
  /** of these, what one client address may have */
  address: number
  /** of these, what one connection of a visitor, or one user at an address, may have */
  caller: number
  /** the views that nobody uses and that are kept for the next subscriber */
  idle: number
  /**
   * Number of documents that one change may write in the change log's loop, which takes some 5 ms. The remaining views are loaded again
   * instead.
   */
  updateBudget: number
}

const MEGABYTE = 1_048_576

/** number of views that are loaded again at the same time: enough to keep the database busy, with connections left for everything else */
export const RELOADS_AT_ONCE = 3
/** number of views that subscriptions open at the same time, and of those how many may belong to one client address */
export const OPENINGS_AT_ONCE = 3
export const OPENINGS_PER_ADDRESS = 2

/** ms after which a subscription that was refused may be tried again */
export const RETRY_AFTER = 10_000

/** Returns bounds that are shares of the memory that this process may use. @param heap bytes */
export function viewLimits(heap = getHeapStatistics().heap_size_limit): ViewLimits {
  const share = (part: number): number => Math.max(32 * MEGABYTE, heap) * part
  return { visitors: share(0.15), users: share(0.1), address: share(0.03), caller: share(0.02), idle: share(0.1), updateBudget: 2000 }
}
