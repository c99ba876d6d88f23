/** Work that waits, of a client, or of all that are in a network or have an address. */
class Group {
  readonly children = new Map<string, Group>()
  readonly queue: (() => void)[] = []
}

const isEmpty = ({ children, queue }: Group): boolean => children.size === 0 && queue.length === 0

/** Takes out the work whose turn it is. Whoever has had a turn comes after all others of the same group. */
function takeNext(group: Group): () => void {
  const own = group.queue.shift()
  if (own !== undefined) return own
  const [name, child] = group.children.entries().next().value!
  group.children.delete(name)
  const next = takeNext(child)
  if (!isEmpty(child)) group.children.set(name, child)
  return next
}

export interface StartTurnsOptions {
  /** Calls the function soon, after the code that runs now, in another turn of the event loop. */
  soon(run: () => void): void
  /** how much may start in a turn of the event loop */
  startsPerTurn: number
}

/**
 * Says when work for clients starts (rule L11). It starts at once as long as little has started in this turn of the event loop. More than that waits for
 * the turns that follow, in which the networks have their turns one after the other, in each of them the addresses, and of these the clients.
 * So a burst of messages from many addresses lets the messages of others in, whose turn comes before the rest of the burst.
 */
export class StartTurns {
  readonly #options: StartTurnsOptions
  readonly #waiting = new Group()
  /** how much has started in this turn */
  #started = 0

  constructor(options: StartTurnsOptions) {
    this.#options = options
  }

  /** @param path the groups that the client is in, widest first, and itself. @param run must not throw */
  start(path: readonly string[], run: () => void): void {
    if (this.#started < this.#options.startsPerTurn && isEmpty(this.#waiting)) return this.#start(run)
    let group = this.#waiting
    for (const name of path) {
      const child = group.children.get(name) ?? new Group()
      group.children.set(name, child)
      group = child
    }
    group.queue.push(run)
  }

  #start(run: () => void): void {
    if (this.#started++ === 0) this.#options.soon(() => this.#nextTurn())
    run()
  }

  #nextTurn(): void {
    this.#started = 0
    while (this.#started < this.#options.startsPerTurn && !isEmpty(this.#waiting)) this.#start(takeNext(this.#waiting))
  }
}
