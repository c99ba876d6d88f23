/** Something of a limited kind that somebody holds. */
export interface Hold {
  readonly amount: number
  /**
   * Changes how much it is.
   * @param force true: also if it is more than there is room for, and nobody gives up anything for it
   * @returns false: there is no room, and the amount stays as it was
   */
  resize(amount: number, force?: boolean): boolean
  end(): void
}

export interface FairSharesOptions {
  /** Returns how much all may hold together. */
  capacity(): number
  /** Returns how much a group may hold, by its distance from the end of the path: a holder by itself, then the group of holders, … */
  caps?(): readonly number[]
}

interface Group {
  readonly parent: Group | null
  readonly name: string
  amount: number
  /** the groups in it; null for a holder by itself */
  readonly children: Map<string, Group> | null
  /** of a holder by itself: what it holds, longest first */
  readonly holds: Map<Hold, () => void>
}

/**
 * Divides what is limited among groups within groups, such as the client addresses of a network. Who comes while there is room gets what
 * they ask for. When it is full, the group that holds most gives up what it has held longest, and within it again the one that holds most.
 * So nobody gives up anything while they hold no more than their fair share, shares shrink as more groups want some, and whoever holds the
 * most is refused.
 */
export class FairShares {
  readonly #options: FairSharesOptions
  readonly #root: Group = { parent: null, name: '', amount: 0, children: new Map(), holds: new Map() }

  constructor(options: FairSharesOptions) {
    this.#options = options
  }

  /** how much all hold together */
  get amount(): number {
    return this.#root.amount
  }

  /** Returns how much a group holds. @param path the groups that it is in, widest first, and itself */
  amountOf(path: readonly string[]): number {
    return this.#find(path)[path.length - 1]?.amount ?? 0
  }

  /** The widest groups and how much each holds, the most first. */
  largest(count: number): { name: string; amount: number }[] {
    return [...this.#root.children!.values()]
      .sort((a, b) => b.amount - a.amount)
      .slice(0, count)
      .map(({ name, amount }) => ({ name, amount }))
  }

  /**
   * @param path the groups that the holder is in, widest first, and the holder; as long for all holders of a group
   * @param giveUp called when it is taken away, after it has ended
   * @returns null: refused, since nobody holds more
   */
  hold(path: readonly string[], amount: number, giveUp: () => void): Hold | null {
    if (!this.#makeRoom(path, amount)) return null
    const holder = this.#holder(path)
    let held = 0
    const shares = this
    const hold: Hold = {
      get amount() {
        return held
      },
      resize(next, force = false) {
        if (next > held && !force && !shares.#makeRoom(path, next - held)) return false
        // To make room for more, the hold itself may have been given up.
        if (!holder.holds.has(hold)) return false
        shares.#add(holder, next - held)
        held = next
        return true
      },
      end() {
        if (!holder.holds.delete(hold)) return
        shares.#add(holder, -held)
        shares.#remove(holder)
      },
    }
    holder.holds.set(hold, giveUp)
    this.#add(holder, amount)
    held = amount
    return hold
  }

  /** Returns whether `hold` would succeed. Nobody gives up anything. */
  wouldHold(path: readonly string[], amount: number): boolean {
    return this.#fullGroup(path, amount) === null || this.#findVictim(path, amount) !== null
  }

  #makeRoom(path: readonly string[], amount: number): boolean {
    while (this.#fullGroup(path, amount) !== null) {
      const victim = this.#findVictim(path, amount)
      if (victim === null) return false
      const [hold, giveUp] = victim
      hold.end()
      giveUp()
    }
    return true
  }

  /** Returns the widest group of the path that has no room for the amount, and its depth; null: all have. */
  #fullGroup(path: readonly string[], amount: number): { group: Group; depth: number } | null {
    const { capacity } = this.#options
    const caps = this.#options.caps?.() ?? []
    if (this.#root.amount + amount > capacity()) return { group: this.#root, depth: 0 }
    const groups = this.#find(path)
    for (const [i, group] of groups.entries()) {
      const cap = caps[path.length - 1 - i]
      if (cap !== undefined && group.amount + amount > cap) return { group, depth: i + 1 }
    }
    // A group that does not exist yet has a bound too.
    for (let i = groups.length; i < path.length; i++) {
      const cap = caps[path.length - 1 - i]
      if (cap !== undefined && amount > cap) return { group: { ...this.#root, children: null, amount: 0 }, depth: path.length }
    }
    return null
  }

  /** Returns what has to be given up first; null: the one who asks holds the most. */
  #findVictim(path: readonly string[], amount: number): [Hold, () => void] | null {
    const full = this.#fullGroup(path, amount)!
    let { group } = full
    let depth: number | null = full.depth
    while (group.children !== null) {
      const largest = largestOf(group.children.values())
      if (largest === null) return null
      const own: Group | null = depth === null ? null : (group.children.get(path[depth]!) ?? null)
      if (depth !== null && (own?.amount ?? 0) + amount >= largest.amount) {
        if (own === null) return null
        group = own
        depth++
      } else {
        group = largest
        depth = null
      }
    }
    if (depth !== null) return null
    for (const entry of group.holds) return entry
    return null
  }

  /** Returns the groups of a path that exist. */
  #find(path: readonly string[]): Group[] {
    const groups: Group[] = []
    let group: Group | undefined = this.#root
    for (const name of path) {
      group = group.children?.get(name)
      if (group === undefined) break
      groups.push(group)
    }
    return groups
  }

  #holder(path: readonly string[]): Group {
    let group = this.#root
    for (const [i, name] of path.entries()) {
      let child = group.children!.get(name)
      if (child === undefined) {
        child = { parent: group, name, amount: 0, children: i === path.length - 1 ? null : new Map(), holds: new Map() }
        group.children!.set(name, child)
      }
      group = child
    }
    return group
  }

  #add(holder: Group, amount: number): void {
    for (let group: Group | null = holder; group !== null; group = group.parent) group.amount += amount
  }

  /** Forgets groups that hold nothing. */
  #remove(holder: Group): void {
    let group = holder
    while (group.parent !== null && group.holds.size === 0 && (group.children === null || group.children.size === 0)) {
      group.parent.children!.delete(group.name)
      group = group.parent
    }
  }
}

function largestOf(groups: Iterable<Group>): Group | null {
  let largest: Group | null = null
  for (const group of groups) if (largest === null || group.amount > largest.amount) largest = group
  return largest
}
