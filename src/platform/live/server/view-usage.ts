import type { DdpConnection } from '#ddp/server/connection.ts'
import { FairShares, type Hold } from '#ddp/server/fair-shares.ts'
import { tooManyRequests } from '#ddp/server/rate-limit.ts'
import { callerGroups } from '#ddp/transport/node/client-address.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import { RETRY_AFTER, type ViewLimits } from './view-limits.ts'

/** bytes that a connection needs for each document that a subscription sends to it; the document itself is shared */
const REFERENCE_BYTES = 150
/** bytes of a subscription, and of a view, without documents */
const SUBSCRIPTION_BYTES = 1000
const VIEW_BYTES = 9000
/** share of the newest view in the running average of their sizes */
const NEWEST = 0.1
/** ms between two log lines that name who holds most */
const LOG_INTERVAL_MS = 60_000

/** A subscription that uses a view, as limits see it. */
export interface Subscriber {
  readonly connection: DdpConnection | null
  readonly userId: string | null
  error(error: DdpError): void
}

/** What limits need to know of a view: who uses it, and how large it is. */
export interface MeasuredView {
  /** who uses it, longest first; its bytes count for the first */
  readonly uses: Set<ViewUse>
  /** by network, how many subscriptions use it */
  readonly networks: Map<string, number>
  /** of its documents; 0 until it is loaded */
  bytes: number
  documents: number
  /** True if it is one of the lists that every visitor sees: its bytes count for nobody, and it is always opened. */
  standing: boolean
}

/** One use of a view by a subscription. */
export interface ViewUse {
  /** True once `settle` has been called. */
  readonly settled: boolean
  /** To be called when the view is loaded, so that its size is known. @throws DdpError too-many-requests */
  settle(): void
  /** To be called when the subscription ends. */
  end(): void
  /** Counts the bytes of the view for this use, which is now the one that has lasted longest, even if there is no room. */
  recount(): void
}

const groupsOf = ({ clientAddress, id }: DdpConnection, userId: string | null): readonly string[] =>
  callerGroups(clientAddress, userId ?? id)

/** @param largest the networks that hold most, in bytes */
export type OnViewsFull = (side: 'visitors' | 'users', largest: readonly { name: string; amount: number }[]) => void

/** The shares of visitors or of signed-in users. */
interface Side {
  name: 'visitors' | 'users'
  shares: FairShares
}

/**
 * Gives each group of client addresses its fair share of the memory for views (`FairShares`); signed-in users share a part of their own.
 * Counted are the documents of a view, once, and what each subscription needs for itself. Rendered pages are not counted.
 */
export class ViewUsage {
  readonly #limits: ViewLimits
  readonly #now: () => number
  readonly #visitors: Side
  readonly #users: Side
  readonly #onFull: OnViewsFull
  /** by user or connection: until when (ms) it opens no further view, because the last one was too large for what was left */
  readonly #fullUntil = new Map<string, number>()
  /** running average of the bytes of a view's documents */
  #averageBytes = 0
  #views = 0
  #loggedAt = Number.NEGATIVE_INFINITY

  /**
   * @param now returns the time in ms
   * @param onFull called at most once a minute while somebody has to give up views or is refused
   */
  constructor(limits: ViewLimits, now: () => number, onFull: OnViewsFull = () => {}) {
    this.#limits = limits
    this.#now = now
    this.#onFull = onFull
    const side = (name: Side['name']): Side => ({
      name,
      // The bounds may be changed while the site runs.
      shares: new FairShares({ capacity: () => limits[name], caps: () => [limits.caller, limits.address] }),
    })
    this.#visitors = side('visitors')
    this.#users = side('users')
  }

  /** number of views in use, and the bytes that all uses are counted with */
  get total(): { views: number; bytes: number } {
    return { views: this.#views, bytes: this.#visitors.shares.amount + this.#users.shares.amount }
  }

  /** The networks whose visitors or users hold most, in bytes. */
  largest(count: number): { side: string; name: string; amount: number }[] {
    return [this.#visitors, this.#users]
      .flatMap(({ name: side, shares }) => shares.largest(count).map(each => ({ side, ...each })))
      .sort((a, b) => b.amount - a.amount)
      .slice(0, count)
  }

  /**
   * Called before a view is opened that nobody has: it would be loaded in vain if there is no room for it.
   * @throws DdpError too-many-requests
   */
  admit({ connection, userId }: Subscriber): void {
    if (connection === null) return
    const path = groupsOf(connection, userId)
    if (this.#isFull(path.at(-1)!) || !this.#sideOf(userId).shares.wouldHold(path, this.#newViewBytes())) this.#refuse(userId)
  }

  /** Called when a subscription begins to use a view. @throws DdpError too-many-requests, also from `settle` */
  begin(subscriber: Subscriber, view: MeasuredView): ViewUse {
    const { userId } = subscriber
    const path = groupsOf(subscriber.connection!, userId)
    const side = this.#sideOf(userId)
    const network = path[0]!
    let hold: Hold | null = null
    let settled = false
    let ended = false
    const cost = (): number => {
      const own = SUBSCRIPTION_BYTES + (settled ? view.documents * REFERENCE_BYTES : 0)
      const [first = use] = view.uses
      if (first !== use || view.standing) return own
      return own + (view.bytes > 0 ? VIEW_BYTES + view.bytes : this.#newViewBytes())
    }
    const use: ViewUse = {
      get settled() {
        return settled
      },
      settle: () => {
        settled = true
        this.#averageBytes += (view.bytes - this.#averageBytes) * NEWEST
        if (hold?.resize(cost()) === true) return
        // After a view of half of what one may have, which is unusual, others may still fit.
        if (view.bytes < this.#limits.caller / 2) this.#setFull(path.at(-1)!)
        this.#refuse(userId)
      },
      end: () => {
        if (ended) return
        ended = true
        hold?.end()
        view.uses.delete(use)
        const others = view.networks.get(network)! - 1
        if (others === 0) view.networks.delete(network)
        else view.networks.set(network, others)
        if (view.uses.size === 0) this.#views--
        // The bytes of the view count for the next one.
        const [next] = view.uses
        next?.recount()
      },
      recount: () => void hold?.resize(cost(), true),
    }
    view.uses.add(use)
    if (view.uses.size === 1) this.#views++
    view.networks.set(network, (view.networks.get(network) ?? 0) + 1)
    hold = side.shares.hold(path, cost(), () => {
      this.#tell(userId)
      subscriber.error(tooManyRequests(RETRY_AFTER))
    })
    if (hold === null) {
      use.end()
      this.#refuse(userId)
    }
    // Who used the view before may have had to give it up for this use.
    use.recount()
    return use
  }

  /** Updates the size of a view. */
  resize(view: MeasuredView, bytes: number, documents: number): void {
    view.bytes = Math.max(1, bytes)
    view.documents = documents
    const [first] = view.uses
    if (first?.settled === true) first.recount()
  }

  #newViewBytes(): number {
    return VIEW_BYTES + Math.round(this.#averageBytes)
  }

  #sideOf(userId: string | null): Side {
    return userId === null ? this.#visitors : this.#users
  }

  #refuse(userId: string | null): never {
    this.#tell(userId)
    throw tooManyRequests(RETRY_AFTER)
  }

  #tell(userId: string | null): void {
    const now = this.#now()
    if (Math.abs(now - this.#loggedAt) < LOG_INTERVAL_MS) return
    this.#loggedAt = now
    const { name, shares } = this.#sideOf(userId)
    this.#onFull(name, shares.largest(5))
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
}
