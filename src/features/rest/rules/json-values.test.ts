import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { booleanField, id, integer, strictObject, text, timestamp } from '#platform/live/schemas.ts'
import { fromJson, fromQuery, queryForm } from './json-values.ts'

const schema = strictObject({
  name: v.optional(text(0, 100)),
  at: v.optional(v.nullable(timestamp)),
  limit: v.optional(integer(1, 100)),
  isLive: v.optional(booleanField),
  all: v.optional(v.literal(true)),
  round: v.optional(v.union([v.literal('latest'), integer(1, 1000)])),
  balls: v.optional(v.picklist([3, 5])),
  ids: v.optional(v.array(id)),
  days: v.optional(v.record(id, timestamp)),
  scope: v.optional(v.union([strictObject({ machineId: id }), strictObject({ eventId: id, since: timestamp })])),
})
const query = (given: Record<string, string>) => fromQuery(schema, Object.entries(given))

describe('an argument in JSON', () => {
  it('has dates where the schema has them, at any depth, and nowhere else', () => {
    const at = '2026-11-29T10:00:00.5+01:00'
    expect(fromJson(schema, { name: at, at, days: { a: at }, scope: { eventId: 'e', since: at } })).toEqual({
      ...{ name: at, at: new Date(at), days: { a: new Date(at) }, scope: { eventId: 'e', since: new Date(at) } },
    })
    expect(fromJson(schema, { at: null })).toEqual({ at: null })
  })

  it('keeps for the schema to refuse what is no date with an offset', () => {
    for (const wrong of ['2026-11-29', '2026-11-29T10:00:00', 'yesterday', '2026-13-01T00:00:00Z', '', 5, true, {}])
      expect(fromJson(schema, { at: wrong })).toEqual({ at: wrong })
  })

  it('is the same as before it was written, for any dates', () => {
    const dates = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
    const argument = fc.record(
      { at: dates, days: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), dates), name: fc.string() },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(argument, given => {
        expect(fromJson(schema, JSON.parse(JSON.stringify(given)))).toEqual({ ...given, ...(given.days && { days: { ...given.days } }) })
      }),
    )
  })

  it('has no member that changes the prototype', () => {
    const converted = fromJson(schema, JSON.parse('{"__proto__":{"admin":true},"days":{"__proto__":"x"}}')) as object
    expect(Object.getPrototypeOf(converted)).toBe(Object.prototype)
    expect(Object.keys(converted)).toEqual(['__proto__', 'days'])
  })
})

describe('an argument in a query', () => {
  it('is read by the schema: numbers, yes and no, dates and texts plainly, lists and objects as JSON', () => {
    expect(query({ name: '007', limit: '20', isLive: 'false', all: 'true', balls: '3', at: '2026-11-29T10:00:00Z' })).toEqual({
      argument: { name: '007', limit: 20, isLive: false, all: true, balls: 3, at: new Date('2026-11-29T10:00:00Z') },
    })
    expect(query({ ids: '["a","b"]', scope: '{"machineId":"m"}' })).toEqual({ argument: { ids: ['a', 'b'], scope: { machineId: 'm' } } })
    expect(query({ round: '3' })).toEqual({ argument: { round: 3 } })
    expect(query({ round: 'latest' })).toEqual({ argument: { round: 'latest' } })
  })

  it('keeps for the schema to refuse what is not read, and what it does not know', () => {
    const wrong = { limit: '2e1', isLive: 'yes', ids: 'a,b', page: '2', balls: '', round: '03' }
    expect(query(wrong)).toEqual({ argument: wrong })
  })

  it('says which parameter is given twice', () => {
    expect(
      fromQuery(schema, [
        ['limit', '5'],
        ['limit', '5'],
      ]),
    ).toEqual({ repeated: 'limit' })
  })

  it('knows how each member is written', () => {
    expect(Object.entries(schema.entries).map(([key, member]) => `${key}: ${queryForm(member)}`)).toEqual([
      ...['name: text', 'at: text', 'limit: number', 'isLive: boolean', 'all: boolean', 'round: text', 'balls: number'],
      ...['ids: json', 'days: json', 'scope: json'],
    ])
  })
})
