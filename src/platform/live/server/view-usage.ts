import type { DdpConnection } from '../../../ddp/server/connection.ts'
import { tooManyRequests } from '../../../ddp/server/rate-limit.ts'
import { addressGroup } from '../../../ddp/transport/node/client-address.ts'
import { type Amount, RETRY_AFTER, type ViewLimits } from './view-limits.ts'

/** bytes that a connection takes for each document that a subscription sends it, besides the document, which is shared */
const REFERENCE_BYTES = 150

/** What limits need to know of a view: who uses it, and how large it is. */
export interface Measured {
  /** how many subscriptions of each address use it */
  readonly addresses: Map<string, number>
  bytes: number
  documents: number
  /** what of its bytes is counted: none until a subscriber has it */
  counted: number
}

/** The name under which a connection's address is counted; IPv6 by its /64. */
export const addressKeyOf = ({ clientAddress, id }: DdpConnection): string => (clientAddress === null ? id : addressGroup(clientAddress))

const none = (): Amount => ({ views: 0, bytes: 0 })

function add(amounts: Map<string, Amount>, key: string, views: number, bytes: number): void {
  const amount = amounts.get(key) ?? none()
  amount.views += views
  amount.bytes += bytes
  if (amount.views <= 0 && amount.bytes <= 0) amounts.delete(key)
  else amounts.set(key, amount)
}

/**
 * Counts the views in use: for the node, for each address those that nobody else uses, for each connection all. Pages that are rendered are not
 * counted. A view's size is taken when its subscriber has it, and again when it was loaded again.
 */
export class ViewUsage {
  readonly #limits: ViewLimits
  readonly node = none()
  readonly #addresses = new Map<string, Amount>()
  readonly #connections = new Map<string, Amount>()

  constructor(limits: ViewLimits) {
    this.#limits = limits
  }

  /** What an address holds alone, with what its connections take. */
  address(name: string): Amount {
    return this.#addresses.get(name) ?? none()
  }

  /**
   * A subscription begins to use a view.
   * @returns `settle`, for when the view is loaded and its size known, and `end`
   * @throws DdpError too-many-requests, also from `settle`
   */
  begin(connection: DdpConnection, view: Measured): { settle(): void; end(): void } {
    const address = addressKeyOf(connection)
    const fresh = view.addresses.size === 0
    if (
      this.#connection(connection.id).views >= this.#limits.connection.views ||
      (fresh && (this.address(address).views >= this.#limits.address.views || this.node.views >= this.#limits.node.views))
    )
      throw tooManyRequests(RETRY_AFTER)
    this.#share(view, -1)
    view.addresses.set(address, (view.addresses.get(address) ?? 0) + 1)
    this.#share(view, 1)
    add(this.#connections, connection.id, 1, 0)
    let [bytes, references] = [0, 0]
    return {
      settle: () => {
        const own = view.documents * REFERENCE_BYTES
        const more = view.counted === 0 ? view.bytes : 0
        const isTooMuch =
          this.#connection(connection.id).bytes + view.bytes > this.#limits.connection.bytes ||
          this.address(address).bytes + more + own > this.#limits.address.bytes ||
          this.node.bytes + more > this.#limits.node.bytes
        if (isTooMuch) throw tooManyRequests(RETRY_AFTER)
        bytes = view.bytes
        references = own
        if (more > 0) this.#count(view, view.bytes)
        add(this.#connections, connection.id, 0, bytes)
        add(this.#addresses, address, 0, references)
      },
      end: () => {
        add(this.#connections, connection.id, -1, -bytes)
        add(this.#addresses, address, 0, -references)
        this.#share(view, -1)
        const left = view.addresses.get(address)! - 1
        if (left === 0) view.addresses.delete(address)
        else view.addresses.set(address, left)
        this.#share(view, 1)
        if (view.addresses.size === 0) view.counted = 0
      },
    }
  }

  /** A view has another size than before. */
  resize(view: Measured, bytes: number, documents: number): void {
    view.bytes = Math.max(1, bytes)
    view.documents = documents
    if (view.counted > 0) this.#count(view, view.bytes)
  }

  #count(view: Measured, bytes: number): void {
    this.#share(view, -1)
    view.counted = bytes
    this.#share(view, 1)
  }

  #connection(id: string): Amount {
    return this.#connections.get(id) ?? none()
  }

  /** Adds a view to the node, and to its address if there is only one; or takes it out. @param sign 1 or −1 */
  #share(view: Measured, sign: 1 | -1): void {
    const { addresses, counted } = view
    if (addresses.size === 0) return
    this.node.views += sign
    this.node.bytes += sign * counted
    if (addresses.size === 1) for (const address of addresses.keys()) add(this.#addresses, address, sign, sign * counted)
  }
}
