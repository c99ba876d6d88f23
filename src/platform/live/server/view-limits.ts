import { getHeapStatistics } from 'node:v8'

/** A number of views, and the bytes of their documents. */
export interface ViewQuota {
  views: number
  bytes: number
}

/** Upper bounds for views. */
export interface ViewLimits {
  /** all views of this node that are in use */
  node: ViewQuota
  /** per client address: the views that no other address uses, and what its connections need for the documents of all their views */
  address: ViewQuota
  /** per connection: all views that it uses, also those that others use too */
  connection: ViewQuota
  /** bytes of the views that nobody uses and that are kept for the next subscriber */
  idleBytes: number
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
export const OPENINGS_AT_ONCE = 4
export const OPENINGS_PER_ADDRESS = 2

/** ms after which a subscription that was refused may be tried again */
export const RETRY_AFTER = 10_000

/** Returns bounds that are shares of the memory that this process may use. @param heap bytes */
export function viewLimits(heap = getHeapStatistics().heap_size_limit): ViewLimits {
  const bytes = Math.max(32 * MEGABYTE, heap / 4)
  return {
    node: { views: 20_000, bytes },
    address: { views: 2000, bytes: bytes / 10 },
    connection: { views: 300, bytes: bytes / 10 },
    idleBytes: bytes / 4,
    updateBudget: 2000,
  }
}
