import { DdpError } from '../wire/error.ts'

/** One call to count (rule R1). */
export interface RateInput {
  userId: string | null
  clientAddress: string | null
  type: 'method' | 'subscription'
  name: string
  connectionId: string
}

/** Checks one call. Returns null if it may run; a number refuses it and is the time in ms until the caller may try again. */
export type RateCheck = (input: RateInput) => number | null

export interface RateRule {
  /** the calls that the rule counts; undefined: both types */
  type?: 'method' | 'subscription'
  names?: readonly string[]
  /** the fields by which calls are counted together */
  per: readonly ('userId' | 'clientAddress' | 'connectionId' | 'name')[]
  limit: number
  /** ms */
  interval: number
}

interface State {
  rule: RateRule
  windowStart: number
  counts: Map<string, number>
}

/**
 * R2–R4: each rule has one window for all its counters. The call that makes a counter exceed the limit, and any later one in that window,
 * is refused. When the window has passed, all its counters start again. A rule by user does not count visitors, who have no user id.
 */
export class RateLimiter {
  readonly #states: readonly State[]
  readonly #now: () => number
  /** Called for each call counted by `check`, with the rule's index and the counter's key. */
  onCounted: (rule: number, key: string) => void = () => {}

  constructor(rules: readonly RateRule[], now: () => number) {
    this.#now = now
    this.#states = rules.map(rule => ({ rule, windowStart: now(), counts: new Map() }))
  }

  readonly check: RateCheck = input => {
    let wait: number | null = null
    for (const [index, state] of this.#states.entries()) {
      const { rule } = state
      if ((rule.type !== undefined && rule.type !== input.type) || (rule.names !== undefined && !rule.names.includes(input.name))) continue
      if (rule.per.some(field => input[field] === null)) continue
      const key = rule.per.map(field => input[field]).join('\n')
      const count = this.#count(state, key, 1)
      this.onCounted(index, key)
      if (count > rule.limit) wait = Math.max(wait ?? 0, state.windowStart + rule.interval - this.#now())
    }
    return wait
  }

  /** Adds calls that other nodes have counted. */
  add(rule: number, key: string, calls: number): void {
    const state = this.#states[rule]
    if (state !== undefined) this.#count(state, key, calls)
  }

  #count(state: State, key: string, calls: number): number {
    const time = this.#now()
    const passed = time - state.windowStart
    // A clock that is set back must not make a window last longer.
    if (passed >= state.rule.interval || passed < 0) {
      state.windowStart = time
      state.counts.clear()
    }
    const count = (state.counts.get(key) ?? 0) + calls
    state.counts.set(key, count)
    return count
  }
}

/** R5: the error that refuses a call. @param wait ms */
export const tooManyRequests = (wait: number): DdpError =>
  new DdpError(
    'too-many-requests',
    `Error, too many requests. Please slow down. You must wait ${Math.ceil(wait / 1000)} seconds before trying again.`,
    { timeToReset: wait },
  )
