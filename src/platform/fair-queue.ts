import { tooManyRequests } from '#ddp/server/rate-limit.ts'

export interface FairQueueOptions {
  /** number of functions that run at the same time */
  atOnce: number
  /** of these, number for one client address */
  perAddress: number
  /** number of functions that wait at the same time; beyond it the newest of the group with the most is refused */
  maxWaiting?: number
  /** ms after which a function that waits is refused */
  maxWait?: number
  /** returns the time in ms */
  now?(): number
}

/** What is refused because too much waits may be tried again after this time, in ms. */
const RETRY_AFTER_MS = 2000
/** ms in which half of the time that a group has used is forgotten */
const HALF_LIFE_MS = 5000
/** ends of functions between two looks for groups that may be forgotten */
const SWEEP_EVERY = 1000

interface Waiting {
  readonly since: number
  readonly urgent: boolean
  start(): void
  refuse(error: unknown): void
}

class Group {
  readonly parent: Group | null
  readonly height: number
  readonly children = new Map<string, Group>()
  /** of a caller, oldest first; what is urgent comes before the others */
  readonly queue: Waiting[] = []
  running = 0
  waiting = 0
  /** of those that wait, the urgent ones */
  urgent = 0
  /** number of the start that was its last */
  lastStart = 0
  #used = 0
  #usedAt = 0

  /** @param height how many groups are below it on the way to a caller: 0 is a caller, 1 an address */
  constructor(parent: Group | null, height: number) {
    this.parent = parent
    this.height = height
  }

  /** ms for which its functions have run; half of it is forgotten after `HALF_LIFE_MS` */
  used(now: number): number {
    return this.#used * 2 ** (Math.min(0, this.#usedAt - now) / HALF_LIFE_MS)
  }

  use(ms: number, now: number): void {
    this.#used = this.used(now) + ms
    this.#usedAt = now
  }
}

/**
 * Limits how many functions run at the same time, in total and for each client address. Others wait. The next one is of the network that has
 * used least time lately, within it of the address, and of that of the user or connection, so that who asks for much keeps nobody else
 * waiting, from however many addresses. One place is never taken by the address or network that has all others.
 */
export class FairQueue {
  readonly #options: Required<FairQueueOptions>
  readonly #root = new Group(null, Number.POSITIVE_INFINITY)
  #starts = 0

  constructor({ maxWaiting = 2000, maxWait = 10_000, now = () => performance.now(), ...options }: FairQueueOptions) {
    this.#options = { maxWaiting, maxWait, now, ...options }
  }

  /** number of functions that run, and that wait */
  get size(): { running: number; waiting: number } {
    return { running: this.#root.running, waiting: this.#root.waiting }
  }

  /**
   * Runs a function when its turn comes.
   * @param caller the groups that the caller is in, widest first: networks, address, and the user or connection
   * @param urgent true: it comes before all that is not urgent
   * @throws what the function throws; DdpError too-many-requests if too much waits
   */
  async run<T>(caller: readonly string[], run: () => Promise<T>, urgent = false): Promise<T> {
    const group = this.#group(caller)
    if (this.#isFree(group)) this.#start(group)
    else await this.#wait(group, urgent)
    const startedAt = this.#options.now()
    try {
      return await run()
    } finally {
      this.#end(group, startedAt)
    }
  }

  /** Refuses all that waits, with this error. */
  refuseWaiting(error: unknown): void {
    while (this.#root.waiting > 0) this.#newest().refuse(error)
  }

  #wait(group: Group, urgent: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const place = urgent ? group.urgent : group.queue.length
      group.queue.splice(place, 0, { since: this.#options.now(), urgent, start: resolve, refuse: reject })
      for (let each: Group | null = group; each !== null; each = each.parent) {
        each.waiting++
        if (urgent) each.urgent++
      }
      if (this.#root.waiting > this.#options.maxWaiting) this.#newest().refuse(tooManyRequests(RETRY_AFTER_MS))
      this.#startNext()
    })
  }

  #group(caller: readonly string[]): Group {
    let group = this.#root
    for (const [i, name] of caller.entries()) {
      let child = group.children.get(name)
      if (child === undefined) {
        child = new Group(group, caller.length - 1 - i)
        group.children.set(name, child)
      }
      group = child
    }
    return group
  }

  /** True if the group and all that it is in have a place free. */
  #isFree(group: Group): boolean {
    for (let each: Group | null = group; each !== null; each = each.parent) if (each.running >= this.#limit(each)) return false
    return true
  }

  #limit({ parent, height }: Group): number {
    const { atOnce, perAddress } = this.#options
    if (parent === null) return atOnce
    return height < 2 ? perAddress : Math.max(perAddress, atOnce - 1)
  }

  #start(group: Group): void {
    this.#starts++
    for (let each: Group | null = group; each !== null; each = each.parent) {
      each.running++
      each.lastStart = this.#starts
    }
  }

  #end(group: Group, startedAt: number): void {
    const now = this.#options.now()
    for (let each: Group | null = group; each !== null; each = each.parent) {
      each.running--
      each.use(now - startedAt, now)
    }
    this.#startNext()
    if (this.#starts % SWEEP_EVERY === 0) sweep(this.#root, now)
  }

  #startNext(): void {
    while (this.#root.running < this.#options.atOnce && this.#root.waiting > 0) {
      const now = this.#options.now()
      const group = this.#next(this.#root, now)
      if (group === null) return
      const next = takeOut(group, 0)
      if (now - next.since > this.#options.maxWait) next.refuse(tooManyRequests(RETRY_AFTER_MS))
      else {
        this.#start(group)
        next.start()
      }
    }
  }

  /** Returns the caller in this group whose turn it is; null: none that waits has a place free. */
  #next(group: Group, now: number): Group | null {
    if (group.queue.length > 0) return group
    const candidates = [...group.children.values()].filter(({ waiting }) => waiting > 0)
    if (candidates.length > 1)
      candidates.sort(
        (a, b) =>
          Math.sign(b.urgent) - Math.sign(a.urgent) || a.running - b.running || a.used(now) - b.used(now) || a.lastStart - b.lastStart,
      )
    for (const each of candidates) {
      if (each.running >= this.#limit(each)) continue
      const next = this.#next(each, now)
      if (next !== null) return next
    }
    return null
  }

  /** Takes out the newest of the group of which most wait. */
  #newest(): Waiting {
    let group = this.#root
    while (group.queue.length === 0) {
      let most: Group | null = null
      for (const each of group.children.values()) if (most === null || each.waiting > most.waiting) most = each
      group = most!
    }
    return takeOut(group, group.queue.length - 1)
  }
}

/** Takes one out of a caller's queue. */
function takeOut(group: Group, index: number): Waiting {
  const [taken] = group.queue.splice(index, 1)
  for (let each: Group | null = group; each !== null; each = each.parent) {
    each.waiting--
    if (taken!.urgent) each.urgent--
  }
  return taken!
}

/** Forgets the groups in which nothing runs, nothing waits, and that have used hardly any time lately. */
function sweep(group: Group, now: number): void {
  for (const [name, child] of group.children) {
    sweep(child, now)
    if (child.running === 0 && child.waiting === 0 && child.children.size === 0 && child.used(now) < 1) group.children.delete(name)
  }
}
