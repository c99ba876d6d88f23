import type { DdpConnection } from '../../../ddp/server/connection.ts'
import { tooManyRequests } from '../../../ddp/server/rate-limit.ts'
import { addressGroup } from '../../../ddp/transport/node/client-address.ts'
import { RETRY_AFTER, type ViewLimits, type ViewQuota } from './view-limits.ts'

/** bytes that a connection needs for each document that a subscription sends to it; the document itself is shared */
const REFERENCE_BYTES = 150

/** What limits need to know of a view: who uses it, and how large it is. */
export interface MeasuredView {
  /** how many subscriptions of each address use it */
  readonly addresses: Map<string, number>
  bytes: number
  documents: number
  /** how many of its bytes are counted: 0 until a subscriber has it */
  countedBytes: number
}

/** Returns the key under which a connection's client address is counted: IPv6 by its /64; without an address, the id of the connection. */
export const getAddressKey = ({ clientAddress, id }: DdpConnection): string => (clientAddress === null ? id : addressGroup(clientAddress))

const noUse = (): ViewQuota => ({ views: 0, bytes: 0 })

function add(amounts: Map<string, ViewQuota>, key: string, views: number, bytes: number): void {
  const amount = amounts.get(key) ?? noUse()
  amount.views += views
  amount.bytes += bytes
  if (amount.views <= 0 && amount.bytes <= 0) amounts.delete(key)
  else amounts.set(key, amount)
}

/**
 * Counts the views in use: for the node all of them, for each client address those that no other address uses, for each connection all that
 * it uses. Rendered pages are not counted. A view's size is counted when a subscriber has it, and updated after each load.
 */
export class ViewUsage {
  readonly #limits: ViewLimits
  readonly #now: () => number
  /** by id of a connection, or by address: until when (ms) it opens no further view, because it had no bytes left for one */
  readonly #fullUntil = new Map<string, number>()
  readonly node = noUse()
  readonly #addresses = new Map<string, ViewQuota>()
  readonly #connections = new Map<string, ViewQuota>()

  /** @param now returns the time in ms */
  constructor(limits: ViewLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /** Returns the views that only this address uses, and their bytes with those that its connections need. */
  address(name: string): ViewQuota {
    return this.#addresses.get(name) ?? noUse()
  }

  /**
   * Called before a subscription opens a view or begins to use one. The size of a view is known only when it is loaded, so after a view
   * that was too large for what was left, its connection or address opens none until it may try again: each would be loaded in vain.
   * @param view null: there is none yet
   * @throws DdpError too-many-requests if the connection, its address or the node has as many views or bytes as it may have
   */
  admit(connection: DdpConnection, view: MeasuredView | null): void {
    const address = getAddressKey(connection)
    if (view === null && (this.#isFull(connection.id) || this.#isFull(address))) throw tooManyRequests(RETRY_AFTER)
    const ownViews = this.address(address).views
    const isFirstUse = view === null || view.addresses.size === 0
    if (
      this.#connection(connection.id).views >= this.#limits.connection.views ||
      // Views that others used as well become an address's own when these leave, so that it can have more than it may.
      ownViews > this.#limits.address.views ||
      (isFirstUse && (ownViews >= this.#limits.address.views || this.node.views >= this.#limits.node.views))
    )
      throw tooManyRequests(RETRY_AFTER)
  }

  /**
   * Called when a subscription begins to use a view.
   * @returns `settle`, to call when the view is loaded and its size is known, and `end`, to call when the subscription ends
   * @throws DdpError too-many-requests, also from `settle`
   */
  begin(connection: DdpConnection, view: MeasuredView): { settle(): void; end(): void } {
    this.admit(connection, view)
    const address = getAddressKey(connection)
    this.#addToCounts(view, -1)
    view.addresses.set(address, (view.addresses.get(address) ?? 0) + 1)
    this.#addToCounts(view, 1)
    add(this.#connections, connection.id, 1, 0)
    let [bytes, references] = [0, 0]
    return {
      settle: () => {
        const ownReferences = view.documents * REFERENCE_BYTES
        const addedBytes = view.countedBytes === 0 ? view.bytes : 0
        const exceedsConnection = this.#connection(connection.id).bytes + view.bytes > this.#limits.connection.bytes
        const exceedsLimit =
          exceedsConnection ||
          this.address(address).bytes + addedBytes + ownReferences > this.#limits.address.bytes ||
          this.node.bytes + addedBytes > this.#limits.node.bytes
        if (exceedsLimit) {
          // After a view of half the limit, which is unusual, others may still fit.
          const [name, limit] = exceedsConnection ? [connection.id, this.#limits.connection] : [address, this.#limits.address]
          if (view.bytes + ownReferences < limit.bytes / 2) this.#setFull(name)
          throw tooManyRequests(RETRY_AFTER)
        }
        bytes = view.bytes
        references = ownReferences
        if (addedBytes > 0) this.#setCountedBytes(view, view.bytes)
        add(this.#connections, connection.id, 0, bytes)
        add(this.#addresses, address, 0, references)
      },
      end: () => {
        add(this.#connections, connection.id, -1, -bytes)
        add(this.#addresses, address, 0, -references)
        this.#addToCounts(view, -1)
        const remaining = view.addresses.get(address)! - 1
        if (remaining === 0) view.addresses.delete(address)
        else view.addresses.set(address, remaining)
        this.#addToCounts(view, 1)
        if (view.addresses.size === 0) view.countedBytes = 0
      },
    }
  }

  /** Updates the size of a view. */
  resize(view: MeasuredView, bytes: number, documents: number): void {
    view.bytes = Math.max(1, bytes)
    view.documents = documents
    if (view.countedBytes > 0) this.#setCountedBytes(view, view.bytes)
  }

  #setCountedBytes(view: MeasuredView, bytes: number): void {
    this.#addToCounts(view, -1)
    view.countedBytes = bytes
    this.#addToCounts(view, 1)
  }

  #isFull(name: string): boolean {
    const left = (this.#fullUntil.get(name) ?? 0) - this.#now()
    // More is left only after the clock was set back.
    return left > 0 && left <= RETRY_AFTER
  }

  #setFull(name: string): void {
    const now = this.#now()
    // The map is in the order of its times, so what is over stands first.
    for (const [each, until] of this.#fullUntil) {
      if (until > now) break
      this.#fullUntil.delete(each)
    }
    this.#fullUntil.delete(name)
    this.#fullUntil.set(name, now + RETRY_AFTER)
  }

  #connection(id: string): ViewQuota {
    return this.#connections.get(id) ?? noUse()
  }

  /** Adds a view to the counts of the node, and of its address if only one uses it; or subtracts it. @param sign 1: adds; −1: subtracts */
  #addToCounts(view: MeasuredView, sign: 1 | -1): void {
    const { addresses, countedBytes } = view
    if (addresses.size === 0) return
    this.node.views += sign
    this.node.bytes += sign * countedBytes
    if (addresses.size === 1) for (const address of addresses.keys()) add(this.#addresses, address, sign, sign * countedBytes)
  }
}
