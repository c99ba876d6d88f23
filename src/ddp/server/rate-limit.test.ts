import { describe, expect, it } from 'vitest'
import { type RateInput, RateLimiter, type RateRule, tooManyRequests } from './rate-limit.ts'

function limited(...rules: Omit<RateRule, 'id'>[]) {
  let now = 1000
  const { check } = new RateLimiter(
    rules.map((rule, n) => ({ ...rule, id: String(n) })),
    () => now,
  )
  const call = (input: Partial<RateInput> = {}): number | null =>
    check({ userId: null, clientAddress: '10.0.0.1', type: 'method', name: 'm', connectionId: 'one', ...input })
  return {
    call,
    wait: (ms: number) => {
      now += ms
    },
  }
}

describe('rate limits', () => {
  it('R2: the call that makes a counter exceed the limit is refused, and those after it', () => {
    const { call } = limited({ per: ['connectionId'], limit: 2, interval: 1000 })
    expect([call(), call(), call(), call()]).toEqual([null, null, 1000, 1000])
    expect(call({ connectionId: 'two' })).toBe(null)
  })

  it('R2: a rule counts by all its fields together', () => {
    const { call } = limited({ per: ['clientAddress', 'name'], limit: 1, interval: 1000 })
    expect([call(), call({ name: 'n' }), call({ clientAddress: 'b' }), call({ connectionId: 'two' })]).toEqual([null, null, null, 1000])
  })

  it('R2: a rule counts only the calls that it is for', () => {
    const { call } = limited({ type: 'method', names: ['login'], per: ['connectionId'], limit: 1, interval: 1000 })
    expect([call({ name: 'login' }), call(), call({ type: 'subscription', name: 'login' }), call({ name: 'login' })]).toEqual([
      null,
      null,
      null,
      1000,
    ])
  })

  it('R3: a window does not last longer because the clock is set back', () => {
    const { call, wait } = limited({ per: ['connectionId'], limit: 1, interval: 1000 })
    expect([call(), call()]).toEqual([null, 1000])
    wait(-3_600_000)
    expect([call(), call()]).toEqual([null, 1000])
    wait(1000)
    expect(call()).toBe(null)
  })

  it('R3: a rule has one window for all its counters, and when it has passed all start again', () => {
    const { call, wait } = limited({ per: ['connectionId'], limit: 1, interval: 1000 })
    call()
    wait(900)
    expect(call({ connectionId: 'late' })).toBe(null)
    expect(call({ connectionId: 'late' })).toBe(100)
    wait(100)
    expect([call(), call({ connectionId: 'late' }), call()]).toEqual([null, null, 1000])
  })

  it('R3: rules have windows of their own; the longest wait counts', () => {
    const { call, wait } = limited(
      { per: ['connectionId'], limit: 1, interval: 1000 },
      { per: ['clientAddress'], limit: 1, interval: 5000 },
    )
    call()
    wait(400)
    expect(call()).toBe(4600)
    wait(600)
    expect(call()).toBe(4000)
  })

  it('R4: a rule by a field that a call does not have leaves it alone', () => {
    const { call } = limited({ per: ['userId', 'connectionId'], limit: 0, interval: 1000 })
    expect(call()).toBe(null)
    expect(call({ userId: 'u' })).toBe(1000)
    const byAddress = limited({ per: ['clientAddress'], limit: 0, interval: 1000 })
    expect(byAddress.call({ clientAddress: null })).toBe(null)
  })

  it('R5: a refusal says the seconds to wait, rounded up, and timeToReset', () => {
    const error = tooManyRequests(1001)
    expect([error.error, error.reason, error.details]).toEqual([
      'too-many-requests',
      'Error, too many requests. Please slow down. You must wait 2 seconds before trying again.',
      { timeToReset: 1001 },
    ])
  })

  it('a refusal has no stack, which takes most of the time of one in a flood, and other errors have theirs', () => {
    expect(tooManyRequests(1).stack?.split('\n')).toHaveLength(1)
    expect(new Error('other').stack?.split('\n').length).toBeGreaterThan(1)
  })

  it('what other servers have counted counts here too, and they are told what was counted here', () => {
    const rules: RateRule[] = [
      { id: 'by connection', per: ['connectionId'], limit: 9, interval: 1000 },
      { id: 'by address', per: ['clientAddress'], limit: 2, interval: 1000 },
    ]
    const limiter = new RateLimiter(rules, () => 0)
    const told: unknown[] = []
    limiter.onCounted = (rule, key) => told.push([rule.id, key])
    const call = () => limiter.check({ userId: null, clientAddress: 'a', type: 'method', name: 'm', connectionId: 'one' })
    expect(call()).toBe(null)
    expect(told).toEqual([
      ['by connection', 'one'],
      ['by address', 'a'],
    ])
    limiter.add('by address', 'a', 1)
    limiter.add('of another version', 'a', 1)
    expect(call()).toBe(1000)
  })

  it('two rules with one id are refused, as other servers could not tell them apart', () => {
    const rule: RateRule = { id: 'a', per: ['connectionId'], limit: 1, interval: 1000 }
    expect(() => new RateLimiter([rule, rule], () => 0)).toThrow("Two rate rules have the id 'a'")
  })
})
