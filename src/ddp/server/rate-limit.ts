import { DdpError } from '../wire/error.ts'

/** One call to count (rule R1). */
export interface RateInput {
  userId: string | null
  clientAddress: string | null
  type: 'method' | 'subscription'
  name: string
  connectionId: string
}

/** The hook: null lets the call pass, a number refuses it and is the ms until it may be tried again. */
export type RateCheck = (input: RateInput) => number | null

export interface RateRule {
  /** which calls it counts */
  type?: 'method' | 'subscription'
  names?: readonly string[]
  /** what calls are counted together by */
  per: readonly ('userId' | 'clientAddress' | 'connectionId' | 'name')[]
  limit: number
  /** ms */
  interval: number
}

interface State {
  rule: RateRule
  opened: number
  counts: Map<string, number>
}

/**
 * R2–R4: each rule has one window for all its counters; the call that makes a counter exceed the limit, and any after it in that window, is
 * refused; when the window has passed all its counters start again. A rule by user leaves visitors alone.
 */
export function rateLimiter(rules: readonly RateRule[], now: () => number): RateCheck {
  const states: State[] = rules.map(rule => ({ rule, opened: now(), counts: new Map() }))
  return input => {
    let wait: number | null = null
    for (const state of states) {
      const { rule } = state
      if ((rule.type !== undefined && rule.type !== input.type) || (rule.names !== undefined && !rule.names.includes(input.name))) continue
      if (rule.per.some(field => input[field] === null)) continue
      const time = now()
      if (time - state.opened >= rule.interval) {
        state.opened = time
        state.counts.clear()
      }
      const key = rule.per.map(field => input[field]).join('\n')
      const count = (state.counts.get(key) ?? 0) + 1
      state.counts.set(key, count)
      if (count > rule.limit) wait = Math.max(wait ?? 0, state.opened + rule.interval - time)
    }
    return wait
  }
}

/** R5: the refusal on the wire. @param wait ms */
export const tooManyRequests = (wait: number): DdpError =>
  new DdpError(
    'too-many-requests',
    `Error, too many requests. Please slow down. You must wait ${Math.ceil(wait / 1000)} seconds before trying again.`,
    { timeToReset: wait },
  )
