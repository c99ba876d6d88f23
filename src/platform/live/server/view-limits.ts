import { getHeapStatistics } from 'node:v8'

/** How much may be held: views, and the bytes of their documents. */
export interface Amount {
  views: number
  bytes: number
}

/** Bounds of the views in use. */
export interface ViewLimits {
  /** all that anybody uses */
  node: Amount
  /** of an address: those that nobody else uses, and what its connections are sent of any */
  address: Amount
  /** of a connection, whoever else uses them */
  connection: Amount
  /** bytes of the views that nobody uses and that are kept for the next reader */
  idleBytes: number
}

const MEGABYTE = 1_048_576

/** ms after which a subscription that was refused may be tried again */
export const RETRY_AFTER = 10_000

/** Shares of the memory that this process may use. @param heap bytes */
export function viewLimits(heap = getHeapStatistics().heap_size_limit): ViewLimits {
  const bytes = Math.max(32 * MEGABYTE, heap / 4)
  return {
    node: { views: 20_000, bytes },
    address: { views: 2000, bytes: bytes / 10 },
    connection: { views: 300, bytes: bytes / 10 },
    idleBytes: bytes / 4,
  }
}
