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
  /** names the rule where servers tell each other what they have counted: the same on all of them, whatever their versions */
  id: string
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
  readonly #states = new Map<string, State>()
  /** the rules that list names, by each name, so that a call costs as much as the rules that concern it */
  readonly #named = new Map<string, State[]>()
  readonly #unnamed: State[] = []
  readonly #now: () => number
  /** Called for each call counted by `check`, with its rule and the counter's key. */
  onCounted: (rule: RateRule, key: string) => void = () => {}

  constructor(rules: readonly RateRule[], now: () => number) {
    this.#now = now
    for (const rule of rules) {
      if (this.#states.has(rule.id)) throw new Error(`Two rate rules have the id '${rule.id}'`)
      const state = { rule, windowStart: now(), counts: new Map() }
      this.#states.set(rule.id, state)
      if (rule.names === undefined) this.#unnamed.push(state)
      else for (const name of rule.names) this.#named.set(name, [...(this.#named.get(name) ?? []), state])
    }
  }

  readonly check: RateCheck = input => {
    let wait: number | null = null
    for (const state of [...this.#unnamed, ...(this.#named.get(input.name) ?? [])]) {
      const { rule } = state
      if (rule.type !== undefined && rule.type !== input.type) continue
      if (rule.per.some(field => input[field] === null)) continue
      const key = rule.per.map(field => input[field]).join('\n')
      const count = this.#count(state, key, 1)
      this.onCounted(rule, key)
      if (count > rule.limit) wait = Math.max(wait ?? 0, state.windowStart + rule.interval - this.#now())
    }
    return wait
  }

  /** Adds calls that other servers have counted. A rule that only they have is ignored. */
  add(id: string, key: string, calls: number): void {
    const state = this.#states.get(id)
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

/** V8's setting of how many calls a new error's stack has. Other engines have none. */
const stacks: object & { stackTraceLimit?: number | undefined } = Error as object

/**
 * R5: the error that refuses a call. It has no stack: in a flood, collecting stacks would take more time than all else that refusing takes.
 * @param wait ms
 */
export function tooManyRequests(wait: number): DdpError {
  const { stackTraceLimit } = stacks
  stacks.stackTraceLimit = 0
  try {
    return new DdpError(
      'too-many-requests',
      `Error, too many requests. Please slow down. You must wait ${Math.ceil(wait / 1000)} seconds before trying again.`,
      { timeToReset: wait },
    )
  } finally {
    stacks.stackTraceLimit = stackTraceLimit
  }
}
