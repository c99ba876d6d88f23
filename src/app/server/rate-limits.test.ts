import { describe, expect, it } from 'vitest'
import { RateLimiter, type RateRule } from '#ddp/server/rate-limit.ts'
import { HOUR, MINUTE, perAddress, perUser, type Rates, together } from '#platform/live/rates.ts'
import { listRateRules } from './rate-limits.ts'

const opinions: Rates = [together('opinions', perUser(60, MINUTE))]
const rules = (rates: Record<string, Rates>): RateRule[] => listRateRules(new Map(Object.entries(rates)), Object.keys(rates))

describe('the rules of the rates that methods declare', () => {
  it('are one for each rate of a method, and one for all methods whose calls count together', () => {
    expect(rules({ add: [perUser(5, HOUR), perAddress(60, MINUTE)], like: opinions, confirm: opinions })).toEqual([
      { id: 'add per user in 3600 s', type: 'method', names: ['add'], per: ['userId'], limit: 5, interval: 3_600_000 },
      { id: 'add per address in 60 s', type: 'method', names: ['add'], per: ['clientAddress'], limit: 60, interval: 60_000 },
      { id: 'opinions per user in 60 s', type: 'method', names: ['like', 'confirm'], per: ['userId'], limit: 60, interval: 60_000 },
    ])
  })

  it('count each method by itself where methods have the same rate without a name for it', () => {
    const limiter = new RateLimiter(rules({ one: [perUser(1, MINUTE)], two: [perUser(1, MINUTE)] }), () => 0)
    const call = (name: string) => limiter.check({ userId: 'u', clientAddress: null, type: 'method', name, connectionId: 'c' })
    expect([call('one'), call('two'), call('one')]).toEqual([null, null, 60_000])
  })

  it('are not made for a method without a rate', () => {
    expect(() => listRateRules(new Map([['add', opinions]]), ['add', 'forgotten'])).toThrow(
      "The method 'forgotten' has no rate: its contract says how often it may be called",
    )
  })

  it('are not made of two rates that count together and allow differently many', () => {
    const others: Rates = [together('opinions', perUser(30, MINUTE))]
    expect(() => rules({ like: opinions, confirm: others })).toThrow("The rates 'opinions per user in 60 s' allow 60 and 30 calls")
  })
})
